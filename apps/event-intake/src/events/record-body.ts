import type { Database } from '@funnel/db';
import type { VisitorSecrets, WebsiteId } from '@funnel/domain';
import type { Admission } from '@funnel/service';
import { type EventLine, recordLines, type RefusedEventLine } from '@funnel/ingest';
import type { DecodedEvent } from './decode-events.ts';
import { EventSummary } from './event-summary.ts';

export interface RecordBodyOptions {
  database: Database;
  /** Events of other websites are refused. */
  websiteIds: readonly WebsiteId[];
  now: () => Date;
  visitorSecrets: VisitorSecrets;
  /** Recording takes a place, reading the body does not. It stops before the next piece when the signal aborts. */
  admission: Pick<Admission, 'signal' | 'inPlace'>;
}

interface Piece {
  events: EventLine[];
  refused: RefusedEventLine[];
  length: number;
}

const PIECE_EVENTS = 1_000;
/** A piece of large events has fewer of them. */
const PIECE_LENGTH = 512 * 1024;

/**
 * Records events piece by piece, each in one transaction. While one piece is recorded, the next one is read; then the
 * sender waits. So memory holds two pieces, however large the body is.
 */
export async function recordBody(
  decoded: AsyncIterable<DecodedEvent[]>,
  options: RecordBodyOptions,
): Promise<EventSummary> {
  const summary = new EventSummary();
  let recording: Promise<void> = Promise.resolve();
  try {
    for await (const piece of readPieces(decoded)) {
      await recording;
      options.admission.signal?.throwIfAborted();
      recording = recordPiece(piece, summary, options);
      recording.catch(() => {}); // Awaited before the next piece.
    }
  } finally {
    await recording;
  }
  return summary;
}

async function recordPiece(piece: Piece, summary: EventSummary, options: RecordBodyOptions): Promise<void> {
  const { database, websiteIds, now, visitorSecrets, admission } = options;
  const record = () => recordLines(database, piece.events, { now: now(), websiteIds, visitorSecrets });
  const result = await admission.inPlace(record);
  const byLine = [...piece.refused, ...result.refused].sort((one, other) => one.line - other.line);
  await summary.add(result, byLine);
}

async function* readPieces(decoded: AsyncIterable<DecodedEvent[]>): AsyncGenerator<Piece> {
  let piece = emptyPiece();
  for await (const events of decoded) {
    for (const event of events) {
      addTo(piece, event);
      const count = piece.events.length + piece.refused.length;
      if (count < PIECE_EVENTS && piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = emptyPiece();
    }
  }
  yield piece;
}

function addTo(piece: Piece, event: DecodedEvent): void {
  if ('code' in event) {
    piece.refused.push(event);
    return;
  }
  piece.events.push(event);
  piece.length += event.length;
}

function emptyPiece(): Piece {
  return { events: [], refused: [], length: 0 };
}
