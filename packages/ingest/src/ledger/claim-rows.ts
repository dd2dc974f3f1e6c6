import { UUID_BYTES } from '@funnel/domain';
import type { EventBlock } from '../parse/event-block.ts';

const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const ROWS_PER_WRITE = 4_000;
/** A row without its values: the number of columns, and before each value its length. */
const ROW = Buffer.from([0, 2, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, UUID_BYTES, ...Buffer.alloc(UUID_BYTES)]);
const ROW_WITH_PLACE = Buffer.from([...ROW, 0, 0, 0, 4, 0, 0, 0, 0]);
ROW_WITH_PLACE[1] = 3;
const [WEBSITE_AT, ID_AT, PLACE_AT] = [6, 14, 34];

/** The rows of a binary COPY: website, event id, and its place in `sorted` if wanted. The format is that of PostgreSQL. */
export function* claimRows(
  { columns }: EventBlock,
  sorted: Int32Array,
  places: 'with places' | 'without places',
): Generator<Uint8Array> {
  if (sorted.length === 0) return;
  const { websiteIds, eventIds } = columns;
  const row = places === 'with places' ? ROW_WITH_PLACE : ROW;
  yield HEADER;
  for (let from = 0; from < sorted.length; from += ROWS_PER_WRITE) {
    const end = Math.min(from + ROWS_PER_WRITE, sorted.length);
    const rows = Buffer.alloc((end - from) * row.length, row);
    for (let place = from; place < end; place++) {
      const event = sorted[place] ?? 0;
      const at = (place - from) * row.length;
      writeInteger(rows, at + WEBSITE_AT, websiteIds[event] ?? 0);
      for (let byte = 0; byte < UUID_BYTES; byte++)
        rows[at + ID_AT + byte] = eventIds[event * UUID_BYTES + byte] ?? 0;
      if (row === ROW_WITH_PLACE) writeInteger(rows, at + PLACE_AT, place);
    }
    yield rows;
  }
  yield TRAILER;
}

function writeInteger(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}
