import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openDatabase } from '@funnel/db';
import { LocalError, parseArguments } from '@funnel/servers';
import type { BenchContext } from './bench-context.ts';
import { newDatabase } from './new-database.ts';
import { say } from './performance/say.ts';
import { grownTables } from './scale/growth.ts';
import { measureTraffic } from './scale/measure-traffic.ts';
import { catchUp } from './scale/real-worker.ts';
import { migrateWithClock } from './scale/simulated-clock.ts';
import { simulateYears } from './scale/simulate-years.ts';
import { sizesChart } from './scale/sizes-chart.ts';
import { sizesTable } from './scale/sizes-table.ts';

const USAGE = 'Usage: npm run -s bench scale years|traffic [--websites N] [--years N] [--svg FILE]';
const CONNECTIONS = 4;
/** The last one is the third again, folded every hour. */
const TRAFFIC = [
  { visitors: 10, folds: 1, days: 28 },
  { visitors: 100, folds: 1, days: 28 },
  { visitors: 1_000, folds: 1, days: 28 },
  { visitors: 10_000, folds: 1, days: 14 },
  { visitors: 1_000, folds: 24, days: 7 },
];

/** `npm run -s bench scale PART`: how the database grows; see docs/explanation/scale.md. */
export async function benchScale(context: BenchContext, args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(USAGE, {
    args,
    allowPositionals: true,
    options: {
      websites: { type: 'string', default: '1000' },
      years: { type: 'string', default: '10' },
      svg: { type: 'string' },
    },
  });
  const [websites, years] = [Number(values.websites), Number(values.years)];
  if (!(websites >= 1 && years >= 1)) throw new LocalError(USAGE);
  if (positionals[0] === 'years') await benchYears(context, { websites, years, svg: values.svg });
  else if (positionals[0] === 'traffic') console.table(await measureTraffic(context.databaseUrl, TRAFFIC));
  else throw new LocalError(USAGE);
}

async function benchYears(
  { root, folder, databaseUrl, defer }: BenchContext,
  { websites, years, svg }: { websites: number; years: number; svg: string | undefined },
): Promise<void> {
  const url = await migrateWithClock(await newDatabase(databaseUrl, 'years'));
  const database = openDatabase({
    url,
    applicationName: 'funnel-bench',
    maxConnections: CONNECTIONS,
    reusePlans: true,
  });
  defer(() => database.close());
  const startedAt = performance.now();
  const all = await simulateYears(database, {
    websites,
    years,
    from: new Date(),
    // It takes a while: once is enough to see what is left in the queue.
    atYearEnd: async (year, now) => {
      if (year !== years) return;
      const { snapshots, seconds } = await catchUp(database, { root, folder, databaseUrl: url, now });
      say(`the worker wrote ${snapshots} snapshots in ${seconds.toFixed(1)} s`);
    },
    onYear: ({ year, events, websiteDays }) =>
      say(
        `year ${year}: ${events} events on ${websiteDays} days of websites, after ${Math.round((performance.now() - startedAt) / 1000)} s`,
      ),
  });
  console.log(sizesTable(all));
  const title = `${years} simulated years of ${websites} websites`;
  if (svg) await writeFile(resolve(process.env['INIT_CWD'] ?? root, svg), sizesChart(title, all));
  const grown = grownTables(all);
  if (grown.length > 0) throw new LocalError(`These tables must not grow:\n${grown.join('\n')}`);
}
