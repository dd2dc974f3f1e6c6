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
      if (attempt === ATTEMPTS) throw new Error(`a plain request waits until "${name}" is over`);
    await inTime(service.plainRequest());
    await until(async () => {
      const inWork = await metricOf(service, 'requests_in_work');
      if (inWork !== 0) throw new Error(`after "${name}", ${inWork} requests are still in work`);
    }, RECOVERED_MS);
  }
}

/** Whether a plain request is answered before the attack is over. */
async function isAnsweredDuring({ run, lasts }: Attack, service: AttackedService): Promise<boolean> {
  const connections = new HostileConnections(service);
  try {
    await run(connections);
    await inTime(service.plainRequest());
    return lasts?.(connections) ?? true;
  } finally {
    connections.resetAll();
  }
}

/** The sum of a metric over all of its labels. */
async function metricOf({ url }: AttackedService, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
  if (values.length === 0) throw new Error(`there is no metric ${name}`);
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}
