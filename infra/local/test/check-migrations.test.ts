import { expect, test } from '@jest/globals';
import { findMigrationFaults } from '../src/check-migrations.ts';

const faultsIn = (text: string) => findMigrationFaults([{ name: 'new.sql', text }]);

test.each([
  ['DROP TABLE "contacts";', 'still use it'],
  ['ALTER TABLE "websites" DROP COLUMN "brand";', 'still use it'],
  ['ALTER TABLE "websites" RENAME COLUMN "brand" TO "label";', 'old name'],
  ['ALTER TABLE "websites" RENAME TO "sites";', 'old name'],
  [`ALTER TYPE "event_type" ADD VALUE 'refund';`, 'new value'],
  ['ALTER TABLE "rollups" ALTER COLUMN "views" SET DATA TYPE bigint;', 'rewrites the table'],
  ['ALTER TABLE "websites" ALTER COLUMN "brand" SET NOT NULL;', 'whole table'],
  ['ALTER TABLE "websites" ADD COLUMN "region" text NOT NULL;', 'give it a default'],
  ['ALTER TABLE "websites" ADD COLUMN "key" uuid DEFAULT gen_random_uuid();', 'differs by row'],
  ['ALTER TABLE "websites" ADD CONSTRAINT "c" CHECK ("id" > 0);', 'NOT VALID'],
  [
    'ALTER TABLE "areas" ADD CONSTRAINT "f" FOREIGN KEY ("website_id") REFERENCES "websites"("id");',
    'NOT VALID',
  ],
  ['ALTER TABLE "websites" ADD CONSTRAINT "u" UNIQUE ("name");', 'nobody can write'],
  ['CREATE INDEX "i" ON "rollups" USING btree ("bucket");', 'nobody can write'],
  ['CREATE UNIQUE INDEX "i" ON "public"."rollups" ("bucket");', 'nobody can write'],
  [
    'CREATE INDEX CONCURRENTLY "i" ON "rollups" ("bucket"); ALTER TABLE "websites" ADD COLUMN "region" text;',
    'of their own',
  ],
  ['UPDATE "rollups" SET "views" = 0;', 'in batches'],
  ['DELETE FROM "event_ledger" WHERE true;', 'in batches'],
  ['LOCK TABLE "rollups";', 'everybody waits'],
])('refuses %s', (statement, reason) => {
  expect(faultsIn(statement)).toEqual([expect.stringContaining(reason)]);
});

test.each([
  'CREATE TABLE "goals" ("id" integer NOT NULL); CREATE INDEX "g" ON "goals" ("id"); ALTER TABLE "goals" ADD CONSTRAINT "c" CHECK ("id" > 0);',
  'ALTER TABLE "websites" ADD COLUMN "region" text;',
  'CREATE INDEX CONCURRENTLY "i" ON "rollups" ("bucket"); CREATE UNIQUE INDEX CONCURRENTLY "j" ON "areas" ("name");',
  `ALTER TABLE "websites" ADD COLUMN "region" text DEFAULT 'eu' NOT NULL;`,
  'ALTER TABLE "websites" ADD CONSTRAINT "c" CHECK ("id" > 0) NOT VALID;',
  `-- DROP TABLE "contacts";\nCREATE FUNCTION "f"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM contacts; END $$;`,
  `-- reviewed: no service since 1.2 reads it\nALTER TABLE "websites" DROP COLUMN "brand";`,
])('allows %s', (statements) => {
  expect(faultsIn(statements)).toEqual([]);
});

test('a review is for one statement, and needs a reason', () => {
  const drop = 'ALTER TABLE "websites" DROP COLUMN "brand";';
  expect(
    faultsIn(`-- reviewed: not read since 1.2\n${drop}--> statement-breakpoint\nDROP TABLE "areas";`),
  ).toHaveLength(1);
  expect(faultsIn(`-- reviewed:\n${drop}`)).toHaveLength(1);
});
