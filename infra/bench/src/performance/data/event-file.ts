import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { benchEvents } from './traffic.ts';

/** The columns of the file, in order: names that `ingest` understands. */
export const COLUMNS = [
  'event_id',
  'type',
  'website_id',
  'campaign_id',
  'variant_id',
  'step_id',
  'element_id',
  'visitor_token',
  'occurred_at',
  'revenue',
] as const;

const CHUNK_CHARACTERS = 256 * 1024;

/** Writes the events as one CSV file, which all contenders load. */
export async function writeEventFile(file: string, events: number): Promise<void> {
  const out = createWriteStream(file);
  let chunk = `${COLUMNS.join(',')}\n`;
  for (const event of benchEvents(events)) {
    chunk += `${COLUMNS.map((column) => event[column] ?? '').join(',')}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    if (!out.write(chunk)) await once(out, 'drain');
    chunk = '';
  }
  out.end(chunk);
  await finished(out);
}
