-- The page of applications, the end of a person's access and the deletion of a person read all grants and sessions without these.
CREATE INDEX CONCURRENTLY "authorization_records_person_session" ON "authorization_records" USING btree ((("payload" ->> 'userId')::int)) WHERE "authorization_records"."model" = 'PersonSession';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "authorization_records_session" ON "authorization_records" USING btree (("payload" ->> 'accountId')) WHERE "authorization_records"."model" = 'Session';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "grant_websites_user" ON "grant_websites" USING btree ("user_id");
