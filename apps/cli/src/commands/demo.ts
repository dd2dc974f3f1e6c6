import type { Database } from '@funnel/db';
import { type DemoSummary, loadDemo, readDemoState } from '@funnel/demo';
import { lastFullWeek, listWebsiteIds, snapshotWebsite } from '@funnel/insights';
import { createClock, readConfig } from '@funnel/service';
import { demoConfig } from '../config.ts';
import { type Command, type CommandContext, EXIT_INTERRUPTED, FailedError } from '../context.ts';
import { FLAG, parseOptions } from '../options.ts';
import { createProgress } from '../progress.ts';
import { visitorSecretsOf } from '../visitor-secrets.ts';
import { withDatabase } from '../with-database.ts';

const EARLIER_WEEKS = 4;

export const demo: Command = {
  usage: 'demo [--if-empty]',
  summary:
    'Loads the demo account, three websites with two years of traffic, into an empty database.\n' +
    'After an interruption, run it again: it continues and ends with the same numbers.\n' +
    'Fails on a database with other data; with --if-empty it leaves such a database alone and exits with 0.',
  again: 'Run the command again: nothing counts twice.',
  connections: 2,
  async run(context) {
    const { 'if-empty': ifEmpty } = parseOptions(context.argv, { 'if-empty': FLAG });
    const config = readConfig(demoConfig, context.env);
    return withDatabase(context, config, async (database, { waits }) => {
      const state = await readDemoState(database);
      if (state.name === 'loaded' || state.name === 'other')
        return ifEmpty ? 0 : leaveAlone(context, state.name);
      const visitorSecrets = await visitorSecretsOf(database, config);
      const progress = createProgress(context.stderr, context.wallClock, () => waits.describe());
      try {
        const now = createClock(config.NOW, context.wallClock)();
        const summary = await loadDemo(database, {
          now,
          encryptionKey: config.API_KEY_ENCRYPTION_KEY,
          visitorSecrets,
          signal: context.signal,
          onProgress: (soFar) => progress.update({ ...soFar, text: `Demo data: ${soFar.text}` }),
        });
        if (summary.isFinished) await writeEarlierInsights(database, now);
        progress.end(); // before the summary, which may go to the same terminal
        return report(context, summary);
      } finally {
        progress.end();
      }
    });
  },
};

/** As if the worker had been there all the time. It writes the last week itself. */
async function writeEarlierInsights(database: Database, now: Date): Promise<void> {
  const last = lastFullWeek(now);
  for (const websiteId of await listWebsiteIds(database)) {
    for (let back = EARLIER_WEEKS; back > 0; back--)
      await snapshotWebsite(database, { websiteId, week: last - 7 * back }, { replace: true });
  }
}

function leaveAlone({ say }: CommandContext, state: 'loaded' | 'other'): number {
  if (state === 'other')
    throw new FailedError(
      'The database contains other data. Demo data is loaded only into an empty database: set DATABASE_URL to one.',
    );
  say('The demo account is already loaded.');
  return 0;
}

function report({ stdout, say }: CommandContext, { isFinished, ...counts }: DemoSummary): number {
  if (!isFinished) {
    say('Interrupted. Run the command again to continue.');
    return EXIT_INTERRUPTED;
  }
  for (const [name, count] of Object.entries(counts)) stdout.write(`${name} ${count}\n`);
  return 0;
}
