import type { Logger } from './logger.ts';

const REPEAT_MS = 60_000;

/** While a connection is down the same error comes with every attempt: one line a minute says enough. */
export function logOnce(logger: Logger, message: string): (error: unknown) => void {
  let last = '';
  let lastAt = 0;
  return (error) => {
    const text = String(error);
    if (text === last && performance.now() - lastAt < REPEAT_MS) return;
    last = text;
    lastAt = performance.now();
    logger.error({ err: error }, message);
  };
}
