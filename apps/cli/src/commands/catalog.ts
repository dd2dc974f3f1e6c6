import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CatalogError, importCatalog } from '@funnel/ingest';
import { readConfig } from '@funnel/service';
import { catalogConfig } from '../config.ts';
import { type CliContext, type Command, UsageError } from '../context.ts';
import { parseOptions, unreadableFile } from '../options.ts';
import { withDatabase } from '../with-database.ts';

const MAX_SHOWN_PROBLEMS = 50;

/** `catalog FILE`: imports accounts, websites, areas and campaigns. */
export const catalog: Command = {
  usage: 'catalog FILE [--relabel-currency]   (- for standard input)',
  summary:
    'Creates or updates accounts, websites, areas and campaigns, by id, from one JSON document.\n' +
    'The whole document is validated before anything is written. Records it does not mention stay unchanged.\n' +
    'A website with events keeps its currency, unless you say --relabel-currency: amounts stay as they are.',
  again: 'Nothing was written. Run the command again.',
  async run(context) {
    const { file, relabelCurrency } = readOptions(context);
    const document = parseJson(await readDocument(context, file));
    const config = readConfig(catalogConfig, context.env);
    const options = {
      encryptionKey: config.API_KEY_ENCRYPTION_KEY,
      now: context.wallClock(),
      relabelCurrency,
    };
    try {
      const { counts, warnings } = await withDatabase(
        context,
        config,
        { name: 'funnel-catalog', maxConnections: 1 },
        (database) => importCatalog(database, document, options),
      );
      for (const warning of warnings) context.stderr.write(`${warning}\n`);
      for (const [name, count] of Object.entries(counts)) context.stdout.write(`${name} ${count}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      reportProblems(context, error.problems);
      return 1;
    }
  },
};

function readOptions({ argv }: CliContext) {
  const { values, positionals } = parseOptions({
    args: argv,
    options: { 'relabel-currency': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError('Pass exactly one file, or - for standard input.');
  return { file, relabelCurrency: values['relabel-currency'] };
}

async function readDocument({ cwd, stdin }: CliContext, file: string): Promise<string> {
  if (file === '-') return text(stdin);
  return readFile(resolve(cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadableFile(file, error);
  });
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new UsageError(`The document is not valid JSON: ${(error as Error).message}.`);
  }
}

function reportProblems({ stderr }: CliContext, problems: string[]): void {
  const count = `${problems.length} error${problems.length === 1 ? '' : 's'}`;
  stderr.write(`Nothing was written. The document has ${count}:\n`);
  for (const problem of problems.slice(0, MAX_SHOWN_PROBLEMS)) stderr.write(`  ${problem}\n`);
  const hidden = problems.length - MAX_SHOWN_PROBLEMS;
  if (hidden > 0) stderr.write(`  and ${hidden} more\n`);
}
