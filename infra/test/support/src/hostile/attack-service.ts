import { inTime, until } from '../until.ts';
import { type Attack, ATTACKS } from './attacks.ts';
import { HostileConnections, type HostileTarget } from './hostile-connections.ts';

/** A service that is attacked, and somebody else who uses it meanwhile. */
interface AttackedService extends HostileTarget {
  /** A plain request of another caller. Rejects unless it is answered as it should be. */
  plainRequest: () => Promise<void>;
}

/** A machine that stands still for seconds lets the service end an attack before it answers anybody. */
const ATTEMPTS = 3;
/** A plain request may take 400 times as long during an attack as before it: a wide margin, on any machine. */
const PLAIN_REQUESTS = 10;
const TIMES_AS_LONG = 40;
/** Longer than any limit of a request. */
const RECOVERED_MS = 20_000;

/**
 * Attacks a service in each of these ways. A plain request must be answered while the attack lasts, and after it, and in the
 * end no place may be taken. Throws what did not hold.
 */
export async function attackService(service: AttackedService): Promise<void> {
  for (const attack of ATTACKS) {
    const { name } = attack;
    for (let attempt = 1; !(await isAnsweredDuring(attack, service)); attempt += 1)
      if (attempt === ATTEMPTS) throw new Error(`a plain request waits long, or until "${name}" is over`);
    await inTime(service.plainRequest());
    await until(async () => {
      const inWork = await metricOf(service, 'requests_in_work');
      if (inWork !== 0) throw new Error(`after "${name}", ${inWork} requests are still in work`);
    }, RECOVERED_MS);
  }
}

/** Whether a plain request is answered before the attack is over, and not much later than on an idle service. */
async function isAnsweredDuring({ run, lasts }: Attack, service: AttackedService): Promise<boolean> {
  const idleMs = await elapsedMs(async () => {
    for (let count = 0; count < PLAIN_REQUESTS; count += 1) await inTime(service.plainRequest());
  });
  const connections = new HostileConnections(service);
  try {
    await run(connections);
    const heldCount = connections.openCount;
    const attackedMs = await elapsedMs(() => inTime(service.plainRequest()));
    return attackedMs < TIMES_AS_LONG * idleMs && (lasts?.(connections, heldCount) ?? true);
  } finally {
    connections.resetAll();
  }
}

async function elapsedMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The sum of a metric over all of its labels. */
async function metricOf({ url }: AttackedService, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
  if (values.length === 0) throw new Error(`there is no metric ${name}`);
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}
