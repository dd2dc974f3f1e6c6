import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, LocalError } from '@funnel/servers';
import { newDatabase, startPostgres } from '../product/database.ts';
import { type Defer, say } from '../stage.ts';
import { loadProduct } from './load-product.ts';
import { writeEventFile } from './traffic.ts';

/** A PostgreSQL with the loaded events, kept between runs. */
export interface BenchStore {
  /** For files, secrets and logs of the services. */
  folder: string;
  /** The address of its server, for databases of one section. */
  serverUrl: string;
  /** The address of the database with this many events. */
  product(events: number): Promise<string>;
}

/** Where the measured data is kept. */
export interface StoreOptions {
  root: string;
  localDir: string;
  fresh: boolean;
  defer: Defer;
}

const LOCK = 'lock';
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
  const serverUrl = await urlOf('postgres');
  return {
    folder,
    serverUrl,
    async product(events) {
      const name = `product_${events}`;
      const [marker, file] = [join(folder, `${name}.loaded`), join(folder, `${name}.csv`)];
      if (existsSync(marker)) return urlOf(name);
      say(`Loading ${events.toLocaleString('en')} events`);
      defer(() => rm(file, { force: true }));
      await writeEventFile(file, { events });
      const url = await newDatabase(serverUrl, name);
      await loadProduct({ root, defer }, { url, file, traffic: { events } });
      await rm(file);
      await writeFile(marker, '');
      return url;
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
async function lock(parent: string, defer: Defer): Promise<void> {
  const file = join(parent, LOCK);
  await mkdir(parent, { recursive: true });
  const owner = Number(await readFile(file, 'utf8').catch(() => ''));
  if (owner && isAlive(owner))
    throw new LocalError(`Another npm run -s bench is running, as process ${owner}.`);
  await writeFile(file, String(process.pid));
  defer(() => rm(file, { force: true }));
}
