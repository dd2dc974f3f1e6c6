import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableFileError } from './decode-line.ts';
import { EventFile, type Piece } from './event-file.ts';
import type { ToMain, ToThread } from './thread-answers.ts';

// The program of the thread that parses a file: see parse-file-in-thread.ts.
const file = new EventFile((workerData as { format: ConstructorParameters<typeof EventFile>[0] }).format);
/** By piece, until the lines of its rejected events were asked for. */
const texts = new Map<number, string[]>();

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'chunk') parse(() => file.read(message.chunk, message.nowMs), message.piece);
  else if (message.kind === 'end') {
    parse(() => file.end(message.nowMs), message.piece);
    send({ kind: 'ignored', ignored: file.ignored.summary() });
  } else {
    const lines = texts.get(message.piece) ?? [];
    texts.delete(message.piece);
    if (message.events.length > 0)
      send({ kind: 'texts', texts: message.events.map((event) => lines[event] ?? '') });
  }
});

function parse(read: () => Piece, number: number): void {
  try {
    const { block, refused, texts: lines } = read();
    texts.set(number, lines);
    const { message, transfer } = block.message();
    send({ kind: 'piece', block: message, refused }, transfer);
  } catch (error) {
    const isUnreadable = error instanceof UnreadableFileError;
    send({ kind: 'failed', isUnreadable, message: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: ToMain, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
