import type { Database } from '@funnel/db';
import { bucketEnd, bucketStart, type Day, dayOf, formatDay, parseDay, type WebsiteId } from '@funnel/domain';
import {
  createPhraser,
  isMonday,
  lastFullWeek,
  listWebsiteIds,
  modelEndpointOf,
  openAiCompatibleModel,
  type Phraser,
  snapshotWebsite,
} from '@funnel/insights';
import { createClock, readConfig } from '@funnel/service';
import { insightsConfig } from '../config.ts';
import { type Command, type CommandContext, EXIT_INTERRUPTED, FailedError, UsageError } from '../context.ts';
import { parseOptions, parseWebsiteIdOption, TEXT } from '../options.ts';
import { createProgress } from '../progress.ts';
import { explainHeldUp } from '../held-up.ts';
import { type CommandSession, withDatabase } from '../with-database.ts';

const CONCURRENCY = 4;

interface Work {
  week: Day;
  websiteIds: WebsiteId[];
  phraser: Phraser | undefined;
  session: CommandSession;
}

interface Summary {
  written: number;
  failed: number;
  left: number;
  recommendations: readonly string[];
}

export const insights: Command = {
  usage: 'insights [--week MONDAY] [--website ID]',
  summary:
    'Writes the weekly insights snapshot now, as the worker does on Mondays.\n' +
    'By default it covers the last full week and every website. MONDAY (YYYY-MM-DD) picks another week.\n' +
    'An existing snapshot of the week is replaced with the current numbers.',
  connections: CONCURRENCY,
  async run(context) {
    const config = readConfig(insightsConfig, context.env);
    const { week, websiteId } = readOptions(context.argv, createClock(config.NOW, context.wallClock)());
    return withDatabase(context, config, async (database, session) => {
      const websiteIds = await listWebsiteIds(database, websiteId);
      if (websiteIds.length === 0) throw noWebsites(websiteId);
      const phraser = createCommandPhraser(context, modelEndpointOf(config));
      const summary = await snapshotAll(context, database, { week, websiteIds, phraser, session });
      return report(context, week, summary);
    });
  },
};

/** Several websites at a time; one failure does not stop the others. */
async function snapshotAll(
  { stderr, say, wallClock, signal }: CommandContext,
  database: Database,
  { week, websiteIds, phraser, session }: Work,
): Promise<Summary> {
  const progress = createProgress(stderr, wallClock, () => session.waits.describe());
  const waiting = [...websiteIds];
  const summary: Summary = { written: 0, failed: 0, left: 0, recommendations: [] };
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      try {
        const subject = { websiteId: id, week };
        const { recommendations } = await snapshotWebsite(database, subject, { replace: true, phraser });
        summary.written++;
        // Printed for a single website only; for many it would be too much to read.
        if (websiteIds.length === 1) summary.recommendations = recommendations;
      } catch (error) {
        summary.failed++;
        progress.clear();
        const cause = explainHeldUp(error, session.waits, session.lockTimeoutMs) as Error;
        say(`Website ${id}: ${cause.message}`);
      }
      const done = summary.written + summary.failed;
      const text = `Insights: ${done} of ${websiteIds.length} websites`;
      progress.update({ done, total: websiteIds.length, text });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  progress.end();
  return { ...summary, left: websiteIds.length - summary.written - summary.failed };
}

function report(
  { stdout, say }: CommandContext,
  week: Day,
  { written, failed, left, recommendations }: Summary,
): number {
  stdout.write(`week ${formatDay(week)}\nwritten ${written}\nfailed ${failed}\n`);
  for (const text of recommendations) stdout.write(`- ${text}\n`);
  if (left > 0) {
    say(`Interrupted with ${left} websites left. Run the command again.`);
    return EXIT_INTERRUPTED;
  }
  return failed > 0 ? 1 : 0;
}

function noWebsites(websiteId: WebsiteId | undefined): FailedError {
  const problem =
    websiteId === undefined ? 'There are no websites yet.' : `There is no website ${websiteId}.`;
  return new FailedError(`${problem} Load websites with the catalog command.`);
}

function createCommandPhraser(
  { say }: CommandContext,
  endpoint: ReturnType<typeof modelEndpointOf>,
): Phraser | undefined {
  if (!endpoint) return undefined;
  return createPhraser({
    model: openAiCompatibleModel(endpoint),
    onOutcome: (_outcome, reason) => {
      if (reason) say(`The language model was not used: ${reason}`);
    },
  });
}

function readOptions(argv: string[], now: Date) {
  const { week, website } = parseOptions(argv, { week: TEXT, website: TEXT });
  return {
    week: week === undefined ? lastFullWeek(now) : parseWeek(week, now),
    websiteId: parseWebsiteIdOption(website, '--website must be the id of a website.'),
  };
}

function parseWeek(text: string, now: Date): Day {
  const day = parseDay(text);
  if (day === undefined) throw new UsageError('--week must be a date, YYYY-MM-DD.');
  const monday = bucketStart(day, 'week');
  if (!isMonday(day))
    throw new UsageError(`${text} is not a Monday. Its week starts on ${formatDay(monday)}.`);
  if (bucketEnd(day, 'week') >= dayOf(now))
    throw new UsageError(
      `The week of ${text} has not ended. The last full week starts on ${formatDay(lastFullWeek(now))}.`,
    );
  return day;
}
