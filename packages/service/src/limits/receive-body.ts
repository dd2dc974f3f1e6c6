import type { IncomingMessage } from 'node:http';
import type { Handler, Next } from '../http/handler.ts';
import { HungUpError } from '../http/problem.ts';
import { BODY_TIMEOUT_MS, bodyTimeout } from './body-timeout.ts';
import { leavePlace, signalOf, startSending, takePlace } from './capacity.ts';

/**
 * Runs `receive`, which waits for the body of a request, without a place: who sends slowly keeps nobody else waiting. Most
 * bodies arrive together with their headers; then nothing is given back. `Infinity`: `receive` has its own time limit.
 */
export async function whileSending<Result>(
  req: IncomingMessage,
  receive: () => Promise<Result>,
  timeoutMs = BODY_TIMEOUT_MS,
): Promise<Result> {
  await Promise.resolve(); // Node has now read everything that came with the headers.
  if (req.complete) return receive();
  const stopSending = startSending(req);
  leavePlace(req);
  const received = await inTime(receive(), timeoutMs, signalOf(req)).finally(stopSending);
  await takePlace(req);
  return received;
}

/** Runs a part of the work on a body that is still being sent: only this part takes a place. */
export async function inPlace<Result>(req: IncomingMessage, work: () => Promise<Result>): Promise<Result> {
  const wasWithout = await takePlace(req);
  try {
    return await work();
  } finally {
    if (wasWithout) leavePlace(req);
  }
}

/** Waits for a whole body of at most `maxBytes` before anything is done with it. A larger one is left to its reader. */
export function receiveBody(maxBytes: number): Handler {
  return (req, _res, next) => void receiveFirst(req, maxBytes, next);
}

async function receiveFirst(req: IncomingMessage, maxBytes: number, next: Next): Promise<void> {
  let failure: unknown;
  try {
    await whileSending(req, () => buffered(req, maxBytes));
  } catch (error) {
    failure = error;
  }
  next(failure);
}

/** Resolves once the body is there or too large. It is put back, so that any parser can read it. */
function buffered(req: IncomingMessage, maxBytes: number): Promise<void> {
  if (req.complete) return Promise.resolve();
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const look = () => {
      // Reading an empty stream would end it before its parser listens.
      while (req.readableLength > 0) {
        const chunk = req.read() as Buffer;
        chunks.push(chunk);
        bytes += chunk.length;
      }
      if (!req.complete && bytes <= maxBytes) return;
      stop();
      if (bytes > 0) req.unshift(Buffer.concat(chunks));
      resolve();
    };
    const cutOff = () => {
      stop();
      reject(new HungUpError('The body was cut off'));
    };
    const stop = () => req.off('readable', look).off('close', cutOff).off('error', cutOff);
    req.on('readable', look).once('close', cutOff).once('error', cutOff);
  });
}

async function inTime<Result>(
  body: Promise<Result>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  let [timer, onAbort]: [NodeJS.Timeout | undefined, () => void] = [undefined, () => {}];
  const over = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal?.reason as Error);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    if (timeoutMs < Infinity) timer = setTimeout(() => reject(bodyTimeout(timeoutMs)), timeoutMs).unref();
  });
  body.catch(() => {}); // It may fail after the time is over.
  try {
    return await Promise.race([body, over]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
