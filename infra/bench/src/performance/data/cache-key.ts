import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What decides how the loaded data looks: the schema, what writes it, and the events. */
const SOURCES = [
  'packages/db/drizzle',
  'packages/domain/src/cover',
  'packages/domain/src/sketch',
  'packages/ingest/sql',
  'packages/ingest/src',
  'infra/bench/src/bench-data.ts',
  'infra/bench/src/performance/data/event-file.ts',
  'infra/bench/src/performance/data/load-duckdb.ts',
  'infra/bench/src/performance/data/load-plain-postgres.ts',
  'infra/bench/src/performance/data/load-product.ts',
  'infra/bench/src/performance/data/random.ts',
  'infra/bench/src/performance/data/traffic.ts',
];

/** Changes whenever the data must be loaded again. */
export async function cacheKey(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of await filesBelow(join(root, source))) hash.update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 12);
}

async function filesBelow(path: string): Promise<string[]> {
  if (/\.\w+$/.test(path)) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
