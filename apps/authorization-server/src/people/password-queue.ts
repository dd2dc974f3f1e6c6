import { Combiner, ServiceError } from '@funnel/domain';
import { verifyPassword } from '@funnel/identity';

/** Checking a password takes a third of a second of a core, and leaves threads for everything else. */
const MAX_AT_ONCE = 2;
/** Rejects a check that would wait longer, as for any request. */
const MAX_WAIT_MS = 1_000;

/** Runs work on a password when its turn comes. */
export type PasswordQueue = <Result>(check: () => Promise<Result>) => Promise<Result>;

/**
 * Runs the checks of passwords, a few at once. Throws a ServiceError (`overloaded`) if others have so much to check that its turn
 * would not come soon: a flood of wrong passwords ends in refusals, not in a queue.
 */
export function createPasswordQueue(maxWaitMs = MAX_WAIT_MS): PasswordQueue {
  const checks = new Combiner<() => Promise<unknown>, unknown>({
    serve: (some) => some.map((check) => check()),
    maxUnderWay: () => MAX_AT_ONCE,
    maxTogether: () => 1,
  });
  return async (check) => {
    let timer: NodeJS.Timeout | undefined;
    const leaving = (leave: (reason: unknown) => void) => {
      timer = setTimeout(() => leave(overloaded()), maxWaitMs).unref();
    };
    const begin = () => {
      clearTimeout(timer);
      return check();
    };
    return (await checks.ask(begin, { leaving })) as Awaited<ReturnType<typeof check>>;
  };
}

function overloaded(): ServiceError {
  const detail = 'Too many people log in at the moment. Try again in a second.';
  return new ServiceError('overloaded', detail, { headers: { 'Retry-After': '1' } });
}

/** Whether a password is right. The attempt is taken back if it is, and if it could not be checked. */
export async function checkInTurn(
  inTurn: PasswordQueue,
  { refund }: { refund: () => Promise<void> },
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  const isCorrect = await inTurn(() => verifyPassword(password, passwordHash)).catch(
    async (error: unknown) => {
      await refund();
      throw error;
    },
  );
  if (isCorrect) await refund();
  return isCorrect;
}
