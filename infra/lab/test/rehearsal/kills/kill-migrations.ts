import { migrateDatabase } from '@funnel/admin';
import { LocalError } from '@funnel/servers';
import { withDatabase } from '@funnel/testing';
import postgres, { type Sql } from 'postgres';
import { say } from '../../../src/trial.ts';
import { databaseState } from './database-state.ts';
import { migrateThrough } from './migrate-through.ts';
import { fillOldSchema, OLD_SCHEMA } from './old-data.ts';

/** Where a migration begins. */
interface Start {
  name: string;
  prepare: (url: string) => Promise<void>;
}

/** An old schema with rows that later migrations change. */
export const FILLED: Start = {
  name: `a database with data, from ${OLD_SCHEMA} on`,
  async prepare(url) {
    await migrateDatabase(url, { through: OLD_SCHEMA });
    await fillOldSchema(url);
  },
};
const STARTS: readonly Start[] = [{ name: 'an empty database', prepare: async () => {} }, FILLED];
const TEMPLATE = 'rehearsal_template';
const COPY = 'rehearsal_copy';

/**
 * Kills `npm run -s migrate` with SIGKILL after a statement that PostgreSQL has executed, and runs it again. Schema, rights and
 * rows must be those of a migration that was not killed. Does so for every statement, or for so many `points`. The roles of
 * the services must exist on the server, so that their rights are part of the migration.
 */
export async function killMigrations(options: {
  server: string;
  points?: number;
  starts?: readonly Start[];
}) {
  const admin = postgres(options.server, { max: 1, onnotice: () => {} });
  try {
    const killed = [];
    for (const start of options.starts ?? STARTS) killed.push(await killFrom(start, admin, options));
    return killed;
  } finally {
    for (const name of [COPY, TEMPLATE]) await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}

async function killFrom(
  { name, prepare }: Start,
  admin: Sql,
  { server, points = Number.POSITIVE_INFINITY }: { server: string; points?: number },
) {
  await renew(admin, TEMPLATE, 'template1');
  await prepare(withDatabase(server, TEMPLATE));
  const copy = async () => {
    await renew(admin, COPY, TEMPLATE);
    return withDatabase(server, COPY);
  };
  const whole = await copy();
  const { statements } = await migrateThrough(whole);
  const expected = await databaseState(whole);
  // All of them, or some with equal distances.
  const kills = Math.min(statements, points);
  const chosen = Array.from({ length: kills }, (_, index) =>
    Math.round(((index + 0.5) * statements) / kills),
  );
  for (const [index, point] of chosen.entries()) {
    const url = await copy();
    const { wasKilled } = await migrateThrough(url, point);
    if (!wasKilled) throw new LocalError(`${name}: the migration ended before statement ${point}`);
    await migrateDatabase(url);
    compare(`${name}, killed after statement ${point} of ${statements}`, await databaseState(url), expected);
    if ((index + 1) % 20 === 0) say(`${name}: ${index + 1} of ${kills} kills`);
  }
  return { name, statements, kills };
}

function compare(what: string, found: readonly string[], expected: readonly string[]): void {
  const missing = expected.filter((line) => !found.includes(line));
  const added = found.filter((line) => !expected.includes(line));
  if (missing.length === 0 && added.length === 0) return;
  const lines = [...missing.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
  throw new LocalError(`${what}: the database differs.\n${lines.join('\n')}`);
}

async function renew(admin: Sql, name: string, template: string): Promise<void> {
  await admin.unsafe(`drop database if exists ${name} with (force)`);
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
}
