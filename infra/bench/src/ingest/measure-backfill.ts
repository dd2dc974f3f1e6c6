import { rm } from 'node:fs/promises';
import { migrateDatabase } from '@funnel/admin';
import { type BenchContext, say } from '../bench-context.ts';
import { dropDatabase, newDatabase, withDatabase } from '../bench-database.ts';
import { loadCatalog, TWO_OF_EACH } from '../data/bench-data.ts';
import { spreadOf } from '../performance/measure/statistics.ts';
import { ratioRow, type Row } from '../performance/report/table.ts';
import { type Loaded, runIngest } from './ingest-process.ts';
import { copyMs, duckDbLoadMs } from './load-elsewhere.ts';
import { type TwoYearFiles, writeTwoYearFiles } from './two-year-files.ts';

const DAYS = 730;
const AT_LEAST_PER_SECOND = 40_000;
const MAX_MEGABYTES = 500;
const DATABASES = { product: 'backfill', plain: 'backfill_plain' };

/** What a file is about. */
interface Platform {
  websites: number;
  /** Of each website. */
  campaigns: number;
}

const ONE_WEBSITE: Platform = { websites: 1, campaigns: 200 };
/** Each has some hundred events: the rows of a website are for one or two of them, and few can be added up. */
const MANY_WEBSITES: Platform = { websites: 2_000, campaigns: 3 };
const SMALLER = 10;

/**
 * Loading a file of two years in a process of its own: pace, memory, and its time beside that of `COPY` into a plain table and
 * of DuckDB, which only store the events. All of them one after another, from the same file on disk. Then a smaller file of many websites.
 */
export async function measureBackfill(context: BenchContext, events: number): Promise<Row[]> {
  const few = Math.ceil(events / SMALLER);
  const what = `loading ${few.toLocaleString('en')} events of ${MANY_WEBSITES.websites.toLocaleString('en')} websites over two years`;
  try {
    return [
      ...(await measureOneWebsite(context, events)),
      ...(await withFiles(context, 'many', { events: few, ...MANY_WEBSITES }, async ({ ndjson }) => {
        say('loading them from NDJSON');
        const loaded = await load(context, ndjson, few, MANY_WEBSITES);
        // No target: PostgreSQL writes some ten rows for an event, which takes nearly all of the time.
        return [paceRow(what, loaded), memoryRow(what, loaded)];
      })),
    ];
  } finally {
    for (const name of Object.values(DATABASES)) await dropDatabase(context.databaseUrl, name);
  }
}

function measureOneWebsite(context: BenchContext, events: number): Promise<Row[]> {
  return withFiles(context, 'one', { events, ...ONE_WEBSITE }, async (files) => {
    const rows: Row[] = [];
    for (const [format, file] of Object.entries(files)) {
      say(`loading them from ${format.toUpperCase()}`);
      const loaded = await load(context, file, events, ONE_WEBSITE);
      const others: Record<string, number | undefined> = {
        ...(format === 'csv' && {
          '`COPY` into a plain table': await copyMs(
            await newDatabase(context.databaseUrl, DATABASES.plain),
            file,
          ),
        }),
        [format === 'csv' ? 'DuckDB, `read_csv`' : 'DuckDB, `read_json`']: await duckDbLoadMs(file),
      };
      const what = `loading ${events.toLocaleString('en')} events over two years from ${format.toUpperCase()}`;
      rows.push(...rowsOf(what, loaded, others));
    }
    return rows;
  });
}

/** Writes files, and deletes them afterwards. */
async function withFiles(
  { folder, defer }: BenchContext,
  name: string,
  { events, websites, campaigns }: Platform & { events: number },
  work: (files: TwoYearFiles) => Promise<Row[]>,
): Promise<Row[]> {
  say(`writing ${events.toLocaleString('en')} events of two years`);
  const files = await writeTwoYearFiles(folder, name, { events, websites, campaigns, days: DAYS });
  const remove = () => Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  defer(remove);
  try {
    return await work(files);
  } finally {
    await remove();
  }
}

async function load(
  context: BenchContext,
  file: string,
  events: number,
  { websites, campaigns }: Platform,
): Promise<Loaded> {
  const url = await newDatabase(context.databaseUrl, DATABASES.product);
  await migrateDatabase(url);
  await withDatabase(url, (database) =>
    loadCatalog(database, websites, () => ({ campaigns, ...TWO_OF_EACH })),
  );
  const loaded = await runIngest(context, { url, file });
  if (loaded.events !== events) throw new Error(`${loaded.events} of ${events} events were new`);
  return loaded;
}

function rowsOf(what: string, loaded: Loaded, others: Readonly<Record<string, number | undefined>>): Row[] {
  return [
    { ...paceRow(what, loaded), target: { atLeast: AT_LEAST_PER_SECOND } },
    memoryRow(what, loaded),
    ...Object.entries(others).flatMap(([against, otherMs]) =>
      otherMs === undefined
        ? []
        : [ratioRow({ what: `${what}, time`, against }, [loaded.ms], [otherMs], 'ms')],
    ),
  ];
}

function paceRow(what: string, { events, ms }: Loaded): Row {
  return {
    what,
    against: '',
    unit: 'events/s',
    measured: spreadOf([(1000 * events) / ms]),
    detail: `${Math.round(ms / 1000)} s`,
  };
}

function memoryRow(what: string, { peakMegabytes }: Loaded): Row {
  return {
    what: `${what}, memory`,
    against: '',
    unit: 'MB',
    target: { atMost: MAX_MEGABYTES },
    measured: peakMegabytes === undefined ? null : spreadOf([peakMegabytes]),
    detail: 'the largest resident set of the process',
  };
}
