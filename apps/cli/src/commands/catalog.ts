import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CatalogError, importCatalog } from '@funnel/ingest';
import { readConfig } from '@funnel/service';
import { catalogConfig } from '../config.ts';
import { type CliContext, type Command, FailedError, UsageError } from '../context.ts';
import { FLAG, onlyOne, parseArguments, unreadableFile } from '../options.ts';
import { withDatabase } from '../with-database.ts';

const MAX_SHOWN_PROBLEMS = 50;

export const catalog: Command = {
  usage: 'catalog FILE [--relabel-currency]   (- for standard input)',
  summary:
    'Creates or updates accounts, websites, areas and campaigns, by id, from one JSON document.\n' +
    'The whole document is validated before anything is written. Records it does not mention stay unchanged.\n' +
    'A website with events keeps its currency, unless you say --relabel-currency: amounts stay as they are.',
  again: 'Nothing was written. Run the command again.',
  async run(context) {
    const { values, positionals } = parseArguments(context.argv, { 'relabel-currency': FLAG });
    const file = onlyOne(positionals, 'Pass exactly one file, or - for standard input.');
    const document = parseJson(await readDocument(context, file));
    const config = readConfig(catalogConfig, context.env);
    const options = {
      encryptionKey: config.API_KEY_ENCRYPTION_KEY,
      now: context.wallClock(),
      relabelCurrency: values['relabel-currency'],
    };
    try {
      const { counts, warnings } = await withDatabase(context, config, (database) =>
        importCatalog(database, document, options),
      );
      for (const warning of warnings) context.say(warning);
      for (const [name, count] of Object.entries(counts)) context.stdout.write(`${name} ${count}\n`);
    } catch (error) {
      throw error instanceof CatalogError ? new FailedError(inWords(error.problems)) : error;
    }
  },
};

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

function inWords(problems: string[]): string {
  const count = `${problems.length} error${problems.length === 1 ? '' : 's'}`;
  const shown = problems.slice(0, MAX_SHOWN_PROBLEMS);
  const hidden = problems.length - shown.length;
  const lines = hidden > 0 ? [...shown, `and ${hidden} more`] : shown;
  return [`Nothing was written. The document has ${count}:`, ...lines].join('\n  ');
}
