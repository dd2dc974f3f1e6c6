import { type Database, openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { withDatabase as addressOf } from '@funnel/testing';

type Options = Omit<Parameters<typeof openDatabase>[0], 'url' | 'applicationName'>;

export function openBench(url: string, options: Options = {}): Database {
  return openDatabase({ url, applicationName: 'funnel-bench', ...options });
}

export async function withDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
  options: Options = {},
): Promise<Result> {
  const database = openBench(url, options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Creates a database, empty or as a copy of another one, in place of one of that name. Returns its address. */
export async function newDatabase(url: string, name: string, copyOf?: string): Promise<string> {
  await withDatabase(url, async ({ sql }) => {
    await sql.unsafe(`drop database if exists ${name} with (force)`);
    await sql.unsafe(`create database ${name}${copyOf ? ` template ${copyOf}` : ''}`);
  });
  return addressOf(url, name);
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await withDatabase(url, ({ sql }) => sql.unsafe(`drop database if exists ${name} with (force)`));
}

/** A token for the first websites, as people create it. */
export async function issueToken(
  database: Database,
  { resource, scopes, websites = 1 }: { resource: string; scopes: string[]; websites?: number },
): Promise<string> {
  const websiteIds = Array.from({ length: websites }, (_, n) => trustedWebsiteId(n + 1));
  const owner = { userId: null, name: 'bench', lifeSeconds: 86_400 };
  return (await issuePersonalToken(database, { ...owner, websiteIds, scopes, resource })).token;
}
