import { inTime, until } from '../until.ts';
import { ATTACKS } from './attacks.ts';
import { HostileConnections, type HostileTarget } from './hostile-connections.ts';

/** A service that is attacked, and somebody else who uses it meanwhile. */
interface AttackedService extends HostileTarget {
  /** A plain request of another caller. Rejects unless it is answered as it should be. */
  plainRequest: () => Promise<void>;
}

/** How often a plain request is tried: on a busy machine one of them may be slow. */
const ATTEMPTS = 5;
const PLAIN_REQUEST_MS = 500;
const GIVEN_UP_MS = 3_000;
/** Longer than any limit of a request. */
const RECOVERED_MS = 20_000;

/**
 * Attacks a service in each of these ways. During and after each attack a plain request must be answered in time, and in
 * the end no place may be taken. Throws what did not hold.
 */
export async function attackService(service: AttackedService): Promise<void> {
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const connections = new HostileConnections(service);
    try {
      await attack(connections);
      await assertAnswered(service, `during "${name}"`);
    } finally {
      connections.resetAll();
    }
    await assertAnswered(service, `after "${name}"`);
    await until(async () => {
      const inWork = await metricOf(service, 'requests_in_work');
      if (inWork !== 0) throw new Error(`after "${name}", ${inWork} requests are still in work`);
    }, RECOVERED_MS);
  }
}

/** The sum of a metric over all of its labels. */
async function metricOf({ url }: AttackedService, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
  if (values.length === 0) throw new Error(`there is no metric ${name}`);
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

async function assertAnswered({ plainRequest }: AttackedService, when: string): Promise<void> {
  const times: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const startedAt = performance.now();
    const failure = await inTime(plainRequest(), GIVEN_UP_MS).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    const ms = Math.round(performance.now() - startedAt);
    if (failure === undefined && ms <= PLAIN_REQUEST_MS) return;
    times.push(failure === undefined ? `${ms} ms` : `${failure} after ${ms} ms`);
  }
  throw new Error(`${when}, no plain request is answered within ${PLAIN_REQUEST_MS} ms: ${times.join(', ')}`);
}
