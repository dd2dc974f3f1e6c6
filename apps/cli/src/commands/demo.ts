import { parseArgs } from 'node:util';
import { type DemoSummary, loadDemo, readDemoState } from '@funnel/demo';
import { migrateDatabase, openDatabase } from '@funnel/db';
import { createClock, readConfig } from '@funnel/service';
import { catalogConfig } from '../config.ts';
import { type CliContext, type Command, UsageError } from '../context.ts';
import { createProgress } from '../progress.ts';

const INTERRUPTED = 130;

export const demo: Command = {
  usage: 'demo [--if-empty]',
  summary:
    'Loads the demonstration account, three websites with two years of traffic, into an empty database.\n' +
    'Run it again after any interruption: it goes on and ends with the same numbers.\n' +
    'A database with other data is refused; with --if-empty it is left alone, with status 0.',
  async run(context) {
    const ifEmpty = readOptions(context.argv);
    const config = readConfig(catalogConfig, context.env);
    await migrateDatabase(config.DATABASE_URL);
    const database = openDatabase({
      url: config.DATABASE_URL,
      applicationName: 'funnel-demo',
      maxConnections: 2,
    });
    const progress = createProgress(context.stderr, context.wallClock);
    try {
      const state = await readDemoState(database);
      if (state.name === 'loaded' || state.name === 'other') return leaveAlone(context, state.name, ifEmpty);
      const summary = await loadDemo(database, {
        now: createClock(config.NOW, context.wallClock)(),
        encryptionKey: config.API_KEY_ENCRYPTION_KEY,
        signal: context.signal,
        onProgress: (soFar) => progress.update({ ...soFar, text: `Demonstration data: ${soFar.text}` }),
      });
      progress.end(); // before the summary, which may go to the same terminal
      return report(context, summary);
    } finally {
      progress.end();
      await database.close();
    }
  },
};

function readOptions(argv: string[]): boolean {
  const options = { 'if-empty': { type: 'boolean', default: false } } as const;
  try {
    return parseArgs({ args: argv, options }).values['if-empty'];
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function leaveAlone(context: CliContext, state: 'loaded' | 'other', ifEmpty: boolean): number {
  if (ifEmpty) return 0;
  if (state === 'loaded') return say(context, 'The demonstration account is there already.', 0);
  const message = 'The database holds other data, and the demonstration is never mixed into it.';
  return say(context, `${message} Name an empty one in DATABASE_URL.`, 1);
}

function report(context: CliContext, { isFinished, ...counts }: DemoSummary): number {
  if (!isFinished) return say(context, 'Interrupted. Run the same command again: it goes on.', INTERRUPTED);
  for (const [name, count] of Object.entries(counts)) context.stdout.write(`${name} ${count}\n`);
  return 0;
}

function say({ stderr }: CliContext, message: string, status: number): number {
  stderr.write(`${message}\n`);
  return status;
}
