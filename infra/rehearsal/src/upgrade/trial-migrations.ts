import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Three migrations as a next version may have them, on the tables that every request uses: one for each kind of change that
 * docs/upgrade.md allows. A test checks that `verify` accepts them.
 */
export const TRIAL_MIGRATIONS: Readonly<Record<string, string>> = {
  // Expand: what the new code needs, with a default for the rows of the old code.
  trial_1_expand: `
    CREATE TABLE "trial" ("website_id" integer PRIMARY KEY NOT NULL, "note" text NOT NULL);--> statement-breakpoint
    ALTER TABLE "rollups" ADD COLUMN "trial" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
    ALTER TABLE "pending_events" ADD COLUMN "trial" text;--> statement-breakpoint
    ALTER TABLE "personal_tokens" ADD COLUMN "trial" text;`,
  // A rule for new rows. PostgreSQL does not look at the others yet.
  trial_2_rule: `
    ALTER TABLE "rollups" ADD CONSTRAINT "trial_not_negative" CHECK ("trial" >= 0) NOT VALID;--> statement-breakpoint
    ALTER TABLE "event_ledger" ADD CONSTRAINT "trial_recorded" CHECK ("recorded_on" > '2000-01-01') NOT VALID;`,
  // Reads the whole tables, and nobody waits for it.
  trial_3_validate: `
    ALTER TABLE "rollups" VALIDATE CONSTRAINT "trial_not_negative";--> statement-breakpoint
    ALTER TABLE "event_ledger" VALIDATE CONSTRAINT "trial_recorded";`,
};

/** A copy of the migrations of a version with these three at its end. */
export async function withTrialMigrations(root: string, folder: string): Promise<string> {
  const copy = join(folder, 'migrations');
  await cp(join(root, 'packages', 'db', 'drizzle'), copy, { recursive: true });
  const file = join(copy, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string; when: number }[] };
  let when = Math.max(...journal.entries.map((entry) => entry.when));
  for (const [tag, text] of Object.entries(TRIAL_MIGRATIONS)) {
    when += 1;
    journal.entries.push({ tag, when });
    await writeFile(join(copy, `${tag}.sql`), text);
  }
  await writeFile(file, JSON.stringify(journal));
  return copy;
}
