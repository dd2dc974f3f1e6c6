import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { benchFileEvents, type BenchTraffic, type FileEvent, linesOf } from '../data/bench-data.ts';

/** The same events in both formats that `ingest` reads. */
export interface TwoYearFiles {
  ndjson: string;
  csv: string;
}

/** The columns of the CSV file, in order. */
export const FILE_COLUMNS = [
  'event_id',
  'type',
  'website_id',
  'element_id',
  'visitor_token',
  'occurred_at',
  'revenue',
] as const satisfies readonly (keyof FileEvent)[];

const EVENTS_AT_ONCE = 1_000;

/** Writes both files to `folder`. */
export async function writeTwoYearFiles(
  folder: string,
  name: string,
  traffic: BenchTraffic,
): Promise<TwoYearFiles> {
  const files = { ndjson: join(folder, `${name}.ndjson`), csv: join(folder, `${name}.csv`) };
  const [ndjson, csv] = [createWriteStream(files.ndjson), createWriteStream(files.csv)];
  csv.write(`${FILE_COLUMNS.join(',')}\n`);
  let some: FileEvent[] = [];
  const write = async () => {
    const rows = some.map((event) => `${FILE_COLUMNS.map((column) => event[column] ?? '').join(',')}\n`);
    const chunks = [linesOf(some), rows.join('')];
    some = [];
    for (const [index, stream] of [ndjson, csv].entries())
      if (!stream.write(chunks[index])) await once(stream, 'drain');
  };
  for (const event of benchFileEvents(traffic)) if (some.push(event) >= EVENTS_AT_ONCE) await write();
  await write();
  await Promise.all([ndjson, csv].map((stream) => finished(stream.end())));
  return files;
}
