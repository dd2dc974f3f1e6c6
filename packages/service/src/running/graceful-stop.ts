import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../observability/logger.ts';

export interface Closer {
  name: string;
  close(): Promise<unknown>;
}

export interface GracefulStopOptions {
  logger: Logger;
  /** How long readiness fails before anything closes, so that load balancers notice. */
  delayMs: number;
  timeoutMs: number;
  beginStop(): void;
  closers: readonly Closer[];
}

/**
 * Stops the process on SIGTERM, on SIGINT and when its parent is gone. It exits with 0 if everything closed in time, and
 * with 1 otherwise. A second signal exits immediately. Uncaught errors, and the returned function, stop it with 1.
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
        'closing took longer than SHUTDOWN_TIMEOUT_MS, exiting now',
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
      logger.warn({ signal }, 'second signal, exiting now');
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
  // A parent with an IPC channel supervises this process. Without it nothing else would stop the process.
  process.once('disconnect', () => {
    logger.info('the parent process is gone');
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
