import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withDatabase as addressOf } from '@funnel/testing';
import { say, startPostgres, type Trial } from '../../trial.ts';
import { newDatabase } from '../product/database.ts';
import { loadProduct } from './load-product.ts';
import { writeEventFile } from './traffic.ts';

/** A PostgreSQL with the loaded events, kept between runs. */
export type BenchStore = Awaited<ReturnType<typeof openStore>>;

/** What decides how the loaded data looks: the schema, what writes it, and the events. */
const SOURCES = [
  'packages/db/drizzle',
  'packages/domain/src/cover',
  'packages/db/src/sketches',
  'packages/domain/src/sketch',
  'packages/ingest/sql',
  'packages/ingest/src',
  'infra/lab/src/bench/data',
];

/** Opens the data in `.local/bench/cache` and starts its PostgreSQL. What is missing is loaded when it is needed. */
export async function openStore({ root, localDir, defer }: Trial) {
  const parent = join(localDir, 'bench', 'cache');
  const folder = join(parent, await cacheKey(root));
  await mkdir(folder, { recursive: true });
  // Data of an older schema is of no use.
  for (const name of await readdir(parent))
    if (join(parent, name) !== folder) await rm(join(parent, name), { recursive: true, force: true });
  const serverUrl = await startPostgres({ folder, defer });
  return {
    /** For files that are measured. */
    folder,
    /** The address of its server, for databases of one section. */
    serverUrl,
    /** The address of the database with this many events. */
    async product(events: number): Promise<string> {
      const name = `product_${events}`;
      const [marker, file] = [join(folder, `${name}.loaded`), join(folder, `${name}.csv`)];
      if (existsSync(marker)) return addressOf(serverUrl, name);
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
