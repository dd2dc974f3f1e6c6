import { Combiner, ServiceError } from '@funnel/domain';

/** A password takes a third of a second of a core; this leaves threads for everything else. */
const MAX_AT_ONCE = 2;
/** Rejects work that would wait longer, as for any request. */
const MAX_WAIT_MS = 1_000;

/** Runs work on a password when its turn comes. */
export type PasswordQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface QueueOptions {
  /** What is said to who would wait too long. */
  busy: string;
  maxWaitMs?: number;
  maxAtOnce?: number;
  onIdle?: () => void;
}

/**
 * Runs work on passwords, a little at once. Throws a ServiceError (`overloaded`) if others have so much of it that its turn would not
 * come soon: a flood of passwords ends in refusals, not in a queue.
 */
export function createPasswordQueue({
  busy,
  maxWaitMs = MAX_WAIT_MS,
  maxAtOnce = MAX_AT_ONCE,
  ...idle
}: QueueOptions): PasswordQueue {
  const queue = new Combiner<() => Promise<unknown>, unknown>({
    serve: (some) => some.map((work) => work()),
    maxUnderWay: () => maxAtOnce,
    maxTogether: () => 1,
    ...idle,
  });
  return async (work) => {
    let timer: NodeJS.Timeout | undefined;
    const leaving = (leave: (reason: unknown) => void) => {
      timer = setTimeout(() => leave(overloaded(busy)), maxWaitMs).unref();
    };
    const begin = () => {
      clearTimeout(timer);
      return work();
    };
    return (await queue.ask(begin, { leaving })) as Awaited<ReturnType<typeof work>>;
  };
}

function overloaded(detail: string): ServiceError {
  return new ServiceError('overloaded', detail, { headers: { 'Retry-After': '1' } });
}
