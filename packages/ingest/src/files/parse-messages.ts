import type { BlockMessage } from '../parse/event-block.ts';
import type { IgnoredKeysSummary } from '../parse/ignored-keys.ts';
import type { RefusedLine } from './event-file.ts';

/** Messages to the thread that parses: parse a chunk, parse the rest, forget a piece after sending some of its lines. */
export type ToThread =
  | { kind: 'chunk'; piece: number; chunk: Uint8Array; nowMs: number }
  | { kind: 'end'; piece: number; nowMs: number }
  | { kind: 'texts'; piece: number; events: readonly number[] };

/** What it answers: a piece for each chunk and for the end, in their order. */
export type ToMain =
  | { kind: 'piece'; block: BlockMessage; refused: RefusedLine[] }
  | { kind: 'ignored'; ignored: IgnoredKeysSummary }
  | { kind: 'texts'; texts: string[] }
  | { kind: 'failed'; isUnreadable: boolean; message: string };
