import { rm } from 'node:fs/promises';
import { migrateDatabase } from '@funnel/admin';
import { type BenchContext, say } from '../bench-context.ts';
import { dropDatabase, newDatabase, withDatabase } from '../bench-database.ts';
import { loadCatalog, TWO_OF_EACH } from '../data/bench-data.ts';
import { spreadOf } from '../performance/measure/statistics.ts';
import { ratioRow, type Row } from '../performance/report/table.ts';
import { type Loaded, runIngest } from './ingest-process.ts';
import { copyMs, duckDbLoadMs } from './load-elsewhere.ts';
import { writeTwoYearFiles } from './two-year-files.ts';

const CAMPAIGNS = 200;
const DAYS = 730;
const AT_LEAST_PER_SECOND = 40_000;
const MAX_MEGABYTES = 500;
const DATABASES = { product: 'backfill', plain: 'backfill_plain' };

/**
 * Loading a file of two years in a process of its own: pace, memory, and its time beside that of `COPY` into a plain table and
 * of DuckDB, which only store the events. All of them one after another, from the same file on disk.
 */
export async function measureBackfill(context: BenchContext, events: number): Promise<Row[]> {
  const { folder, databaseUrl, defer } = context;
  say(`writing ${events.toLocaleString('en')} events of two years`);
  const files = await writeTwoYearFiles(folder, { events, campaigns: CAMPAIGNS, days: DAYS });
  const removeFiles = () => Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  defer(removeFiles);
  try {
    const rows: Row[] = [];
    for (const [format, file] of Object.entries(files)) {
      say(`loading them from ${format.toUpperCase()}`);
      const loaded = await load(context, file, events);
      const others: Record<string, number | undefined> = {
        ...(format === 'csv' && {
          '`COPY` into a plain table': await copyMs(await newDatabase(databaseUrl, DATABASES.plain), file),
        }),
        [format === 'csv' ? 'DuckDB, `read_csv`' : 'DuckDB, `read_json`']: await duckDbLoadMs(file),
      };
      const what = `loading ${events.toLocaleString('en')} events over two years from ${format.toUpperCase()}`;
      rows.push(...rowsOf(what, loaded, others));
    }
    return rows;
  } finally {
    await removeFiles();
    for (const name of Object.values(DATABASES)) await dropDatabase(databaseUrl, name);
  }
}

async function load(context: BenchContext, file: string, events: number): Promise<Loaded> {
  const url = await newDatabase(context.databaseUrl, DATABASES.product);
  await migrateDatabase(url);
  await withDatabase(url, (database) =>
    loadCatalog(database, 1, () => ({ campaigns: CAMPAIGNS, ...TWO_OF_EACH })),
  );
  const loaded = await runIngest(context, { url, file });
  if (loaded.events !== events) throw new Error(`${loaded.events} of ${events} events were new`);
  return loaded;
}

function rowsOf(
  what: string,
  { events, ms, peakMegabytes }: Loaded,
  others: Readonly<Record<string, number | undefined>>,
): Row[] {
  return [
    {
      what,
      against: '',
      unit: 'events/s',
      target: { atLeast: AT_LEAST_PER_SECOND },
      measured: spreadOf([(1000 * events) / ms]),
      detail: `${Math.round(ms / 1000)} s`,
    },
    {
      what: `${what}, memory`,
      against: '',
      unit: 'MB',
      target: { atMost: MAX_MEGABYTES },
      measured: peakMegabytes === undefined ? null : spreadOf([peakMegabytes]),
      detail: 'the largest resident set of the process',
    },
    ...Object.entries(others).flatMap(([against, otherMs]) =>
      otherMs === undefined ? [] : [ratioRow({ what: `${what}, time`, against }, [ms], [otherMs], 'ms')],
    ),
  ];
}
