import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { ATTEMPT_MS } from '../lifetimes.ts';
import type { SessionsOptions } from '../sessions/sessions.ts';
import type { Checks } from './authorization-client.ts';

interface Attempt extends Checks {
  /** Where it leads, an address of the dashboard. */
  target: string;
}

/** The sign-ins that are under way. The browser keeps them, sealed; nothing is stored here. */
export type Attempts = ReturnType<typeof createAttempts>;

const PURPOSE = 'sign-in';
const COOKIE = 'funnel_dashboard_login_';
const FORGOTTEN = 'funnel_dashboard_forgotten';
/** Of several tabs each has its own; a browser that has begun many forgets them. */
const MAX_ATTEMPTS = 4;
/** What a cookie can hold beside the secrets. */
const MAX_TARGET = 2_000;

export function createAttempts({
  cookies,
  sealer,
  clock,
}: Pick<SessionsOptions, 'cookies' | 'sealer' | 'clock'>) {
  const nameOf = (state: string) => `${COOKIE}${state.slice(0, 8)}`;
  return {
    start(req: Request, res: Response, target: string): Checks {
      const checks = { state: newValue(), nonce: newValue(), verifier: newValue() };
      const before = cookies.named(req, COOKIE);
      if (before.length >= MAX_ATTEMPTS) {
        for (const name of before) cookies.clear(res, name);
        cookies.write(res, FORGOTTEN, '1', { maxAgeMs: ATTEMPT_MS });
      }
      const attempt = { ...checks, target: shortened(target), at: clock().getTime() };
      const value = sealer.seal(PURPOSE, attempt).toString('base64url');
      cookies.write(res, nameOf(checks.state), value, { maxAgeMs: ATTEMPT_MS });
      return checks;
    },
    /** Whether this browser has begun so many that some were forgotten. It says so once. */
    wasForgotten(req: Request, res: Response): boolean {
      if (cookies.read(req, FORGOTTEN) === undefined) return false;
      cookies.clear(res, FORGOTTEN);
      return true;
    },
    /** The attempt with this state, which this browser has begun; it is over then. */
    take(req: Request, res: Response, state: string): Attempt | undefined {
      const value = cookies.read(req, nameOf(state));
      if (value === undefined) return undefined;
      cookies.clear(res, nameOf(state));
      const found = sealer.open(PURPOSE, Buffer.from(value, 'base64url')) as
        | (Attempt & { at: number })
        | undefined;
      const isLate = found && clock().getTime() - found.at > ATTEMPT_MS;
      return found?.state === state && !isLate ? found : undefined;
    },
  };
}

/** A query that is too long is left out. */
function shortened(target: string): string {
  if (target.length <= MAX_TARGET) return target;
  const [path = '/'] = target.split('?');
  return path.length <= MAX_TARGET ? path : '/';
}

function newValue(): string {
  return randomBytes(32).toString('base64url');
}
