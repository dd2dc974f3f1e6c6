import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ErrorCode, ServiceError, Turns } from '@funnel/domain';
import { BODY_TIMEOUT_MS, bodyTimeout, HungUpError } from '@funnel/service';

/** The largest body, after decompression. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** A chunk of the network can hold twenty thousand events; what is made of this much takes a few milliseconds, even the first time. */
const SLICE_BYTES = 4 * 1024;

/** 10 KB per second: a slow mobile connection. */
const SLOWEST_BYTES_PER_MS = 10;

export interface BodyOptions {
  /** The code for a body that cannot be decompressed. */
  invalidCode: ErrorCode;
  signal: AbortSignal | undefined;
}

/**
 * Reads the body of a request, decompressed, in slices as they arrive: the sender waits while a slice is worked on, and other
 * requests have their turn in between. A body that is cut off, malformed or too large ends with an error.
 */
export async function* readBody(req: IncomingMessage, options: BodyOptions): AsyncGenerator<Buffer> {
  const { invalidCode, signal } = options;
  const stream = decode(req);
  const turns = new Turns();
  const pace = new Pace();
  // Destroying the request would close the connection before the problem is sent.
  const arriving = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let bytes = 0;
  try {
    for (;;) {
      const { done, value: chunk } = await pace.wait(arriving.next());
      if (done) return;
      signal?.throwIfAborted();
      bytes += chunk.length;
      pace.received(chunk.length);
      if (bytes > MAX_BODY_BYTES) throw tooLarge();
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        // Before the first slice, too: hundreds of bodies would each have one in the same turn.
        if (turns.isOver) await turns.next();
        yield chunk.subarray(at, at + SLICE_BYTES);
      }
    }
  } catch (error) {
    if (req.destroyed && !req.complete) throw new HungUpError('The body was cut off');
    if (isZlibError(error))
      throw new ServiceError(invalidCode, 'The body is not valid gzip, or it is cut off.', { cause: error });
    throw error;
  } finally {
    if (stream !== req) stream.destroy();
    takeOff(req);
  }
}

/** Takes what is still arriving off the connection, so that the sender reads the answer and can send the next request. */
function takeOff(req: IncomingMessage): void {
  req.unpipe();
  req.removeAllListeners('readable'); // Of the iterator: as long as it listens, nothing flows.
  req.resume();
}

/** A large body may take long, but not longer than its sender needs at the slowest pace. */
class Pace {
  #leftMs = BODY_TIMEOUT_MS;

  /** Waits for the sender. The time that the service takes does not count. */
  async wait<Result>(next: Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(bodyTimeout(BODY_TIMEOUT_MS)), this.#leftMs).unref();
    });
    next.catch(() => {}); // It may fail after the time is over.
    try {
      return await Promise.race([next, late]);
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - startedAt;
    }
  }

  /** Each byte earns the time that it takes at the slowest pace; a pause is never longer than that of a small body. */
  received(bytes: number): void {
    this.#leftMs = Math.min(BODY_TIMEOUT_MS, this.#leftMs + bytes / SLOWEST_BYTES_PER_MS);
  }
}

function decode(req: IncomingMessage): Readable {
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') {
    if (Number(req.headers['content-length']) > MAX_BODY_BYTES) throw tooLarge();
    return req;
  }
  if (encoding !== 'gzip') {
    const detail = 'Send the body without Content-Encoding, or compressed with gzip.';
    throw new ServiceError('unsupported_media_type', detail, { headers: { 'Accept-Encoding': 'gzip' } });
  }
  const gunzip = createGunzip();
  // Not `pipeline`: it would destroy the request when the body is malformed.
  req.once('error', (error) => gunzip.destroy(error));
  return req.pipe(gunzip);
}

function tooLarge(): ServiceError {
  const detail = `The body is larger than ${MAX_BODY_BYTES} bytes. Send it in several requests.`;
  return new ServiceError('payload_too_large', detail);
}

function isZlibError(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('Z_');
}
