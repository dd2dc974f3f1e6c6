import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, LocalError } from '@funnel/servers';
import { say } from '../bench-context.ts';
import { newDatabase, startPostgres } from '../bench-database.ts';
import { loadDuckDb, loadPlainPostgres, loadProduct } from './load-contenders.ts';
import { writeEventFile } from './traffic.ts';

/** The loaded events of any size, kept between runs. */
export interface BenchStore {
  /** For secrets and logs of the services. */
  folder: string;
  /** The address of the product's database with this many events. */
  product(events: number): Promise<string>;
  /** The address of a database with the plain table. */
  plain(events: number): Promise<string>;
  /** The DuckDB file. */
  duckdb(events: number): Promise<string>;
}

/** Where the measured data is kept. */
export interface StoreOptions {
  root: string;
  localDir: string;
  fresh: boolean;
  defer: (cleanUp: () => unknown) => void;
}

const LOCK = 'lock';
const EVENT_FILES = 'event-files';
/** What decides how the loaded data looks: the schema, what writes it, and the events. */
const SOURCES = [
  'packages/db/drizzle',
  'packages/domain/src/cover',
  'packages/domain/src/sketch',
  'packages/ingest/sql',
  'packages/ingest/src',
  'infra/bench/src/data',
];

/** Opens the data in `.local/bench/cache` and starts its PostgreSQL. What is missing is loaded when it is needed. */
export async function openStore({ root, localDir, fresh, defer }: StoreOptions): Promise<BenchStore> {
  const parent = join(localDir, 'bench', 'cache');
  const folder = join(parent, await cacheKey(root));
  await lock(parent, defer);
  // Data of an older schema is of no use.
  for (const name of await readdir(parent)) {
    const isStale = name !== LOCK && (fresh || join(parent, name) !== folder);
    if (isStale) await rm(join(parent, name), { recursive: true, force: true });
  }
  await mkdir(folder, { recursive: true });
  const urlOf = await startPostgres(join(folder, 'postgres'), defer);
  defer(() => rm(join(folder, EVENT_FILES), { recursive: true, force: true }));

  /** Loads once: the marker says that it was completed. */
  const once = async (name: string, events: number, load: (eventFile: string) => Promise<void>) => {
    const marker = join(folder, `${name}.loaded`);
    if (existsSync(marker)) return;
    const eventFile = await eventFileOf(folder, events);
    say(`Loading ${events.toLocaleString('en')} events into ${name}`);
    const startedAt = performance.now();
    await load(eventFile);
    say(`Loaded in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    await writeFile(marker, '');
  };
  const database = async (name: string, events: number, load: typeof loadProduct) => {
    await once(name, events, async (file) =>
      load(await newDatabase(await urlOf('postgres'), name), file, events),
    );
    return urlOf(name);
  };
  return {
    folder,
    product: (events) => database(`product_${events}`, events, loadProduct),
    plain: (events) => database(`plain_${events}`, events, loadPlainPostgres),
    async duckdb(events) {
      const file = join(folder, `events_${events}.duckdb`);
      await once(`duckdb_${events}`, events, (eventFile) => loadDuckDb(file, eventFile));
      return file;
    },
  };
}

/** Changes whenever the data must be loaded again. */
async function cacheKey(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const entries = await readdir(join(root, source), { withFileTypes: true, recursive: true });
    const files = entries.filter((entry) => entry.isFile());
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort())
      hash.update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 12);
}

/** One run at a time: two would measure each other. */
async function lock(parent: string, defer: StoreOptions['defer']): Promise<void> {
  const file = join(parent, LOCK);
  await mkdir(parent, { recursive: true });
  const owner = Number(await readFile(file, 'utf8').catch(() => ''));
  if (owner && isAlive(owner))
    throw new LocalError(`Another npm run -s bench is running, as process ${owner}.`);
  await writeFile(file, String(process.pid));
  defer(() => rm(file, { force: true }));
}

async function eventFileOf(folder: string, events: number): Promise<string> {
  const file = join(folder, EVENT_FILES, `${events}.csv`);
  if (existsSync(file)) return file;
  say(`Generating ${events.toLocaleString('en')} events`);
  await mkdir(join(folder, EVENT_FILES), { recursive: true });
  await writeEventFile(`${file}.part`, events);
  await rename(`${file}.part`, file);
  return file;
}
