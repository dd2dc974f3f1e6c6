import { countMissingSnapshots } from '@funnel/insights';
import { LocalError, parseArguments } from '@funnel/servers';
import { type BenchContext, say } from './bench-context.ts';
import { newDatabase, openBench } from './bench-database.ts';
import { runWorker } from './real-worker.ts';
import { grownTables } from './scale/growth.ts';
import { tableOf } from './performance/report/table.ts';
import { measureSpace, measureTraffic } from './scale/measure-traffic.ts';
import { spaceRows } from './scale/space-rows.ts';
import { migrateWithClock } from './scale/simulated-clock.ts';
import { simulateYears } from './scale/simulate-years.ts';
import { sizesTable } from './scale/sizes-table.ts';

const USAGE = 'Usage: npm run -s bench scale years|space|traffic [--websites N] [--years N]';
const CONNECTIONS = 4;
const ONE_OF_EACH = { website: 'one of each', folds: 1 } as const;
/** The last one is the third again, folded every hour. */
const TRAFFIC = [
  { ...ONE_OF_EACH, visitors: 10, days: 28 },
  { ...ONE_OF_EACH, visitors: 100, days: 28 },
  { ...ONE_OF_EACH, visitors: 1_000, days: 28 },
  { ...ONE_OF_EACH, visitors: 10_000, days: 14 },
  { ...ONE_OF_EACH, visitors: 1_000, days: 7, folds: 24 },
];
/** So long that the rows of months, quarters and years have their share and no more. */
const DAYS = 364;
const SPACE = (['one of each', 'three campaigns'] as const).flatMap((website) =>
  [10, 100, 1_000].map((visitors) => ({ website, visitors, folds: 1, days: DAYS })),
);

/** `npm run -s bench scale PART`: how the database grows; see docs/explanation/scale.md. */
export async function benchScale(context: BenchContext, args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(USAGE, {
    args,
    allowPositionals: true,
    options: {
      websites: { type: 'string', default: '1000' },
      years: { type: 'string', default: '10' },
    },
  });
  const [websites, years] = [Number(values.websites), Number(values.years)];
  if (!(websites >= 1 && years >= 1)) throw new LocalError(USAGE);
  if (positionals[0] === 'years') await benchYears(context, { websites, years });
  else if (positionals[0] === 'traffic') console.table(await measureTraffic(context.databaseUrl, TRAFFIC));
  else if (positionals[0] === 'space') await benchSpace(context);
  else throw new LocalError(USAGE);
}

/** Everything that was measured, then the space of an event with its targets. */
async function benchSpace({ databaseUrl }: BenchContext): Promise<void> {
  const results = await measureSpace(databaseUrl, SPACE);
  console.table(results);
  console.log(tableOf(spaceRows(results)));
}

async function benchYears(
  context: BenchContext,
  { websites, years }: { websites: number; years: number },
): Promise<void> {
  const databaseUrl = await migrateWithClock(await newDatabase(context.databaseUrl, 'years'));
  const database = openBench(databaseUrl, { maxConnections: CONNECTIONS, reusePlans: true });
  context.defer(() => database.close());
  const startedAt = performance.now();
  const all = await simulateYears(database, {
    websites,
    years,
    from: new Date(),
    // It takes a while: once is enough to see what is left in the queue.
    atYearEnd: async (year, now) => {
      if (year !== years) return;
      const due = async () => (await countMissingSnapshots(database, now)).due;
      const snapshots = await due();
      const env = { NOW: now.toISOString() };
      const seconds = await runWorker({ ...context, databaseUrl }, env, async () => (await due()) === 0);
      say(`the worker wrote ${snapshots} snapshots in ${seconds.toFixed(1)} s`);
    },
    onYear: ({ year, events, websiteDays }) =>
      say(
        `year ${year}: ${events} events on ${websiteDays} days of websites, after ${Math.round((performance.now() - startedAt) / 1000)} s`,
      ),
  });
  console.log(sizesTable(all));
  const grown = grownTables(all);
  if (grown.length > 0) throw new LocalError(`These tables must not grow:\n${grown.join('\n')}`);
}
