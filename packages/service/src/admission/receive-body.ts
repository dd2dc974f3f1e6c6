import type { IncomingMessage } from 'node:http';
import type { Handler, Next } from '../http/handler.ts';
import { HungUpError } from '../http/problem.ts';
import { admissionOf } from './admission.ts';

/** Waits for a whole body of at most `maxBytes` before anything is done with it. A larger one is left to its reader. */
export function receiveBody(maxBytes: number): Handler {
  return (req, _res, next) => void receiveFirst(req, maxBytes, next);
}

async function receiveFirst(req: IncomingMessage, maxBytes: number, next: Next): Promise<void> {
  let failure: unknown;
  try {
    await admissionOf(req).whileSending(() => buffered(req, maxBytes));
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
