import type { Worker } from 'node:worker_threads';
import { untilAborted } from '@funnel/db';
import type { BlockMessage } from '../parse/event-block.ts';
import type { IgnoredKeysSummary } from '../parse/ignored-keys.ts';
import { UnreadableFileError } from './decode-line.ts';
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

type Answer<Kind extends ToMain['kind']> = Extract<ToMain, { kind: Kind }>;

/** What the thread that parses has answered, until somebody asks for it. */
export class ThreadAnswers {
  /** When the thread fails or ends. */
  readonly failure: AbortSignal;
  readonly #arrived: ToMain[] = [];
  #onArrival: (() => void)[] = [];

  constructor(thread: Worker) {
    const failure = new AbortController();
    this.failure = failure.signal;
    thread.once('error', (error) => failure.abort(error));
    thread.once('exit', () => failure.abort(new Error('The thread that parses the file has ended.')));
    thread.on('message', (answer: ToMain) => {
      if (answer.kind === 'failed')
        failure.abort(
          answer.isUnreadable ? new UnreadableFileError(answer.message) : new Error(answer.message),
        );
      this.#arrived.push(answer);
      for (const goOn of this.#onArrival.splice(0)) goOn();
    });
  }

  async next<Kind extends ToMain['kind']>(kind: Kind): Promise<Answer<Kind>> {
    for (;;) {
      const index = this.#arrived.findIndex((answer) => answer.kind === kind);
      if (index >= 0) return this.#arrived.splice(index, 1)[0] as Answer<Kind>;
      const arrival = new Promise<void>((resolve) => this.#onArrival.push(resolve));
      await untilAborted(this.failure, arrival);
    }
  }
}
