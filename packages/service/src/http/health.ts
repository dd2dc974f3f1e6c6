import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from './handler.ts';
import type { Logger } from '../observability/logger.ts';

/** A dependency is not usable yet, because the process has just started: expected, so the log does not warn. */
export class StartingError extends Error {
  override readonly name = 'StartingError';
}

/** Resolves if a dependency is usable, rejects if not. */
type Check = () => Promise<unknown>;
export type Checks = Readonly<Record<string, Check>>;

export interface HealthOptions {
  checks: Checks;
  /** What a service can do without, for some of its callers: a failure is reported, but the service stays ready. */
  optionalChecks?: Checks | undefined;
  /** Whether the process will not recover by itself. Never by default. */
  isStuck?: (() => boolean) | undefined;
  logger: Logger;
  timeoutMs?: number;
}

export interface Health {
  /** `/healthz`: the process is running, and not stuck. */
  live: Handler;
  /** `/readyz`: every check passes, and the process is not stopping. */
  ready: Handler;
  /** The same without the results of the checks. */
  bareReady: Handler;
  beginStop(): void;
}

type CheckState = 'ok' | 'starting' | 'failed';
type CheckResult = 'ok' | 'failed';

export function createHealth({
  checks,
  optionalChecks = {},
  isStuck = () => false,
  logger,
  timeoutMs = 2000,
}: HealthOptions): Health {
  const lastStates = new Map<string, CheckState>();
  let stopping = false;

  async function run(name: string, check: Check): Promise<[string, CheckResult]> {
    const reason = await withTimeout(check(), timeoutMs).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const state = !reason ? 'ok' : reason.error instanceof StartingError ? 'starting' : 'failed';
    // Probes run every few seconds, so log only changes.
    if (state !== (lastStates.get(name) ?? 'ok')) logChange(name, state, reason?.error);
    lastStates.set(name, state);
    return [name, state === 'ok' ? 'ok' : 'failed'];
  }

  function logChange(check: string, state: CheckState, error: unknown): void {
    if (state === 'failed') logger.warn({ check, err: error }, 'readiness check failed');
    else if (state === 'starting') logger.info({ check, reason: String(error) }, 'not ready yet');
    else if (lastStates.get(check) === 'starting') logger.info({ check }, 'readiness check passes');
    else logger.info({ check }, 'readiness check passes again');
  }

  async function runAll(some: Checks): Promise<[string, CheckResult][]> {
    return Promise.all(Object.entries(some).map(([name, check]) => run(name, check)));
  }

  /** Shared by all who ask at the same time: nobody can make the checks themselves a load. */
  let running: Promise<[required: [string, CheckResult][], optional: [string, CheckResult][]]> | undefined;
  function runShared() {
    running ??= Promise.all([runAll(checks), runAll(optionalChecks)]).finally(() => (running = undefined));
    return running;
  }

  async function answer(res: ServerResponse, withDetails: boolean): Promise<void> {
    const send = (status: string, results: Record<string, string>) => {
      const body = withDetails ? { status, checks: results } : { status };
      sendStatus(res, status === 'unavailable' ? 503 : 200, body);
    };
    if (stopping) return send('unavailable', { process: 'stopping' });
    const [required, optional] = await runShared();
    const missing = optional.filter(([, result]) => result !== 'ok');
    const passed = required.every(([, result]) => result === 'ok');
    const status = !passed ? 'unavailable' : missing.length === 0 ? 'ok' : 'degraded';
    send(status, Object.fromEntries([...required, ...missing]));
  }

  return {
    live: (_req, res) =>
      isStuck() ? sendStatus(res, 503, { status: 'stuck' }) : sendStatus(res, 200, { status: 'ok' }),
    ready: (_req, res) => void answer(res, true),
    bareReady: (_req, res) => void answer(res, false),
    beginStop() {
      stopping = true;
    },
  };
}

function sendStatus(res: ServerResponse, status: number, body: object): void {
  res
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const isLate = await Promise.race([work.then(() => false), sleep(timeoutMs, true, { ref: false })]);
  if (isLate) throw new Error(`no answer within ${timeoutMs} ms`);
}
