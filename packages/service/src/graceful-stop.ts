import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './logger.ts';

export interface Closer {
  name: string;
  close(): Promise<unknown>;
}

export interface GracefulStopOptions {
  logger: Logger;
  /** Between readiness turning 503 and the first closer: time for a load balancer to notice. */
  delayMs: number;
  /** From the first closer to the hard exit. */
  timeoutMs: number;
  beginStop(): void;
  /** Closed one after the other, in this order. */
  closers: readonly Closer[];
}

/**
 * Ends the process on SIGTERM, SIGINT and when its supervisor is gone: exit 0 when everything closed in time, else 1. A second signal
 * exits at once. An error that nobody caught ends it the same way, with 1, as does the returned function.
 */
export function stopGracefully(options: GracefulStopOptions): (error: unknown) => void {
  const { logger } = options;
  let stopping = false;
  let exitCode = 0;

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    logger.info('stopping');
    setTimeout(() => {
      logger.error(
        { timeoutMs: options.timeoutMs },
        'stop took longer than SHUTDOWN_TIMEOUT_MS, exiting hard',
      );
      process.exit(1);
    }, options.delayMs + options.timeoutMs);
    options.beginStop();
    if (exitCode === 0 && options.delayMs > 0) await sleep(options.delayMs);
    if (!(await closeAll(options.closers, logger))) exitCode = 1;
    logger.info({ exitCode }, 'stopped');
    process.exit(exitCode);
  }

  function onSignal(signal: NodeJS.Signals): void {
    if (stopping) {
      logger.warn({ signal }, 'second signal, exiting at once');
      process.exit(1);
    }
    logger.info({ signal }, 'signal received');
    void stop();
  }

  function fail(error: unknown): void {
    exitCode = 1;
    logger.fatal({ err: error }, 'unexpected failure');
    void stop();
  }

  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // A parent that keeps a channel to us is our supervisor: without it nobody would ever stop us.
  process.once('disconnect', () => {
    logger.info('the supervisor is gone');
    void stop();
  });
  process.on('uncaughtException', (error) => fail(error));
  process.on('unhandledRejection', (reason) => fail(reason));
  return fail;
}

async function closeAll(closers: readonly Closer[], logger: Logger): Promise<boolean> {
  let clean = true;
  for (const closer of closers) {
    try {
      await closer.close();
    } catch (error) {
      clean = false;
      logger.error({ err: error, closer: closer.name }, 'could not close');
    }
  }
  return clean;
}
