-- Few rows: those of websites whose buckets were not packed yet.
CREATE INDEX CONCURRENTLY "rollups_unpacked" ON "rollups" USING btree ("website_id","grain","bucket") WHERE "rollups"."level" = 'w' and not "rollups"."packed";
