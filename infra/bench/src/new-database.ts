import { openDatabase } from '@funnel/db';

/** Creates a database on the server of `url`, empty or as a copy of another one, and returns its address. */
export async function newDatabase(url: string, name: string, copyOf?: string): Promise<string> {
  const admin = openDatabase({ url, applicationName: 'funnel-bench', maxConnections: 1 });
  try {
    await admin.sql.unsafe(`create database ${name}${copyOf ? ` template ${copyOf}` : ''}`);
  } finally {
    await admin.close();
  }
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
