import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@funnel/db';
import { isAlive, LocalError, openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import { say } from '../say.ts';
import { cacheKey } from './cache-key.ts';
import { writeEventFile } from './event-file.ts';
import { loadDuckDb } from './load-duckdb.ts';
import { loadPlainPostgres } from './load-plain-postgres.ts';
import { loadProduct } from './load-product.ts';

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
  const cluster = await openCluster(join(folder, 'postgres'));
  const starting = startCluster(cluster);
  defer(async () => {
    await starting.catch(() => {});
    await stopCluster(cluster);
  });
  await starting;

  const urlOf = async (database: string) => {
    const url = await runningUrl(cluster.folder, database);
    if (!url) throw new LocalError('The embedded PostgreSQL does not answer.');
    return url;
  };
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
  const database = async (
    name: string,
    events: number,
    load: (url: string, file: string) => Promise<void>,
  ) => {
    const url = await urlOf(name);
    await once(name, events, async (file) => {
      await recreateDatabase(await urlOf('postgres'), name);
      await load(url, file);
    });
    return url;
  };
  defer(() => rm(join(folder, EVENT_FILES), { recursive: true, force: true }));
  return {
    folder,
    product: (events) => database(`product_${events}`, events, (url, file) => loadProduct(url, file, events)),
    plain: (events) => database(`plain_${events}`, events, loadPlainPostgres),
    async duckdb(events) {
      const file = join(folder, `events_${events}.duckdb`);
      await once(`duckdb_${events}`, events, async (eventFile) => {
        await rm(file, { force: true });
        await loadDuckDb(file, eventFile);
      });
      return file;
    },
  };
}

const LOCK = 'lock';
const EVENT_FILES = 'event-files';

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

async function recreateDatabase(url: string, name: string): Promise<void> {
  const database = openDatabase({ url, applicationName: 'funnel-bench', maxConnections: 1 });
  try {
    await database.sql.unsafe(`drop database if exists ${name} with (force)`);
    await database.sql.unsafe(`create database ${name}`);
  } finally {
    await database.close();
  }
}
