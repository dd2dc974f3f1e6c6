import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CatalogError, importCatalog } from '@funnel/ingest';
import { migrateDatabase, openDatabase } from '@funnel/db';
import { readConfig } from '@funnel/service';
import { catalogConfig } from '../config.ts';
import { type CliContext, type Command, UsageError } from '../context.ts';

const SHOWN_PROBLEMS = 50;

export const catalog: Command = {
  usage: 'catalog FILE   (- for standard input)',
  summary:
    'Upserts accounts, websites, areas and campaigns, by id, from one JSON document.\n' +
    'The document is checked whole before anything is written. What it does not mention stays.',
  async run(context) {
    const document = parseJson(await readDocument(context));
    const config = readConfig(catalogConfig, context.env);
    await migrateDatabase(config.DATABASE_URL);
    const database = openDatabase({
      url: config.DATABASE_URL,
      applicationName: 'funnel-catalog',
      maxConnections: 1,
    });
    try {
      const options = { encryptionKey: config.API_KEY_ENCRYPTION_KEY, now: context.wallClock() };
      const { counts, warnings } = await importCatalog(database, document, options);
      for (const warning of warnings) context.stderr.write(`${warning}\n`);
      for (const [name, count] of Object.entries(counts)) context.stdout.write(`${name} ${count}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      refuse(context, error.problems);
      return 1;
    } finally {
      await database.close();
    }
  },
};

async function readDocument({ argv, cwd, stdin }: CliContext): Promise<string> {
  const [file, ...more] = argv;
  if (!file || more.length > 0) throw new UsageError('Name one file.');
  if (file === '-') return text(stdin);
  return readFile(resolve(cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code ?? error.message}.`);
  });
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new UsageError(`The document is not JSON: ${(error as Error).message}.`);
  }
}

function refuse({ stderr }: CliContext, problems: string[]): void {
  stderr.write(
    `Nothing was written; the document has ${problems.length} fault${problems.length === 1 ? '' : 's'}:\n`,
  );
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) stderr.write(`  ${problem}\n`);
  if (problems.length > SHOWN_PROBLEMS) stderr.write(`  and ${problems.length - SHOWN_PROBLEMS} more\n`);
}
