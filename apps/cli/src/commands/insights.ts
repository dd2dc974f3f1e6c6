import { parseArgs } from 'node:util';
import { type Database, migrateDatabase, openDatabase } from '@funnel/db';
import {
  listWebsiteIds,
  createPhraser,
  isMonday,
  lastFullWeek,
  modelEndpointOf,
  openAiCompatibleModel,
  type Phraser,
  snapshotWebsite,
} from '@funnel/insights';
import { bucketEnd, bucketStart, type Day, dayOf, formatDay, parseDay } from '@funnel/domain';
import { createClock, readConfig } from '@funnel/service';
import { insightsConfig } from '../config.ts';
import { type CliContext, type Command, UsageError } from '../context.ts';
import { createProgress } from '../progress.ts';

const INTERRUPTED = 130;
const AT_ONCE = 4;
const MAX_ID = 2_147_483_647;

interface Summary {
  written: number;
  failed: number;
  left: number;
  recommendations: readonly string[];
}

export const insights: Command = {
  usage: 'insights [--week MONDAY] [--website ID]',
  summary:
    'Writes the weekly insights snapshot now, as the worker does on Mondays: of the last full week, or of the\n' +
    'week that begins on MONDAY (YYYY-MM-DD), for every website or for one.\n' +
    'A snapshot that the week has already is replaced: its numbers are frozen anew.',
  async run(context) {
    const config = readConfig(insightsConfig, context.env);
    const { week, websiteId } = readOptions(context, createClock(config.NOW, context.wallClock)());
    await migrateDatabase(config.DATABASE_URL);
    const database = openDatabase({
      url: config.DATABASE_URL,
      applicationName: 'funnel-insights',
      maxConnections: AT_ONCE,
    });
    try {
      const websiteIds = await listWebsiteIds(database, websiteId);
      if (websiteIds.length === 0) return nobody(context, websiteId);
      const phraser = phraserOf(context, modelEndpointOf(config));
      return report(context, week, await snapshotAll(context, database, { week, websiteIds, phraser }));
    } finally {
      await database.close();
    }
  },
};

/** Several at a time; one that fails does not stop the others. */
async function snapshotAll(
  { stderr, wallClock, signal }: CliContext,
  database: Database,
  { week, websiteIds, phraser }: { week: Day; websiteIds: number[]; phraser: Phraser | undefined },
): Promise<Summary> {
  const progress = createProgress(stderr, wallClock);
  const waiting = [...websiteIds];
  const summary: Summary = { written: 0, failed: 0, left: 0, recommendations: [] };
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      try {
        const subject = { websiteId: id, week };
        const { recommendations } = await snapshotWebsite(database, subject, { replace: true, phraser });
        summary.written++;
        // Of many websites nobody would read them.
        if (websiteIds.length === 1) summary.recommendations = recommendations;
      } catch (error) {
        summary.failed++;
        progress.end();
        stderr.write(`Website ${id}: ${(error as Error).message}\n`);
      }
      const done = summary.written + summary.failed;
      const text = `Insights: ${done} of ${websiteIds.length} websites`;
      progress.update({ done, total: websiteIds.length, text });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  progress.end();
  return { ...summary, left: websiteIds.length - summary.written - summary.failed };
}

function report(
  { stdout, stderr }: CliContext,
  week: Day,
  { written, failed, left, recommendations }: Summary,
): number {
  stdout.write(`week ${formatDay(week)}\nwritten ${written}\nfailed ${failed}\n`);
  for (const text of recommendations) stdout.write(`- ${text}\n`);
  if (left > 0) {
    stderr.write(`Interrupted: ${left} websites are left. Run the same command again.\n`);
    return INTERRUPTED;
  }
  return failed > 0 ? 1 : 0;
}

function nobody({ stderr }: CliContext, websiteId: number | undefined): number {
  const what = websiteId === undefined ? 'no website yet' : `no website ${websiteId}`;
  stderr.write(`There is ${what}. The catalog command loads websites.\n`);
  return 1;
}

function phraserOf(
  { stderr }: CliContext,
  endpoint: ReturnType<typeof modelEndpointOf>,
): Phraser | undefined {
  if (!endpoint) return undefined;
  return createPhraser({
    model: openAiCompatibleModel(endpoint),
    onOutcome: (_outcome, reason) => {
      if (reason) stderr.write(`The program's own texts are used: ${reason}\n`);
    },
  });
}

function readOptions({ argv }: CliContext, now: Date): { week: Day; websiteId: number | undefined } {
  const { week, website } = parseOptions(argv);
  return {
    week: week === undefined ? lastFullWeek(now) : weekOf(week, now),
    websiteId: website === undefined ? undefined : websiteIdOf(website),
  };
}

function weekOf(text: string, now: Date): Day {
  const day = parseDay(text);
  if (day === undefined) throw new UsageError('--week is a date, YYYY-MM-DD.');
  const monday = bucketStart(day, 'week');
  if (!isMonday(day)) throw new UsageError(`${text} is no Monday. Its week begins on ${formatDay(monday)}.`);
  if (bucketEnd(day, 'week') >= dayOf(now))
    throw new UsageError(
      `The week of ${text} has not ended. The last full one is ${formatDay(lastFullWeek(now))}.`,
    );
  return day;
}

function websiteIdOf(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > MAX_ID)
    throw new UsageError('--website is the id of a website, a positive number.');
  return Number(text);
}

function parseOptions(argv: string[]) {
  const options = { week: { type: 'string' }, website: { type: 'string' } } as const;
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
