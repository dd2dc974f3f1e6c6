import { LocalError, parseArguments } from '@funnel/servers';
import { trialCommand } from '../trial.ts';
import type { Target } from './request.ts';
import { runFuzz } from './run-fuzz.ts';
import { authorizationTarget } from './targets/authorization.ts';
import { intakeTarget, restTarget } from './targets/contract.ts';
import { startTenants, type World } from './tenants/start-tenants.ts';

/** The services, each with its share of the requests. */
const SHARES = { rest: 0.5, intake: 0.2, authorization: 0.3 };
type TargetName = keyof typeof SHARES;
const NAMES = Object.keys(SHARES) as TargetName[];
const TARGETS: Record<TargetName, (world: World, root: string) => Target | Promise<Target>> = {
  rest: restTarget,
  intake: intakeTarget,
  authorization: authorizationTarget,
};
const MAX_SEED = 2 ** 31 - 1;
const USAGE = 'Usage: npm run -s fuzz -- [--requests 100000] [--seed NUMBER]';

export function readArguments(args: string[]): { requests: number; seed: number } {
  const text = { type: 'string' } as const;
  const { values } = parseArguments(USAGE, { args, options: { requests: text, seed: text } });
  const number = (name: 'requests' | 'seed', fallback: number) => {
    const value = Number(values[name] ?? fallback);
    if (Number.isInteger(value) && value >= 0 && value <= MAX_SEED) return value;
    throw new LocalError(`--${name} must be an integer from 0 to ${MAX_SEED}.\n${USAGE}`);
  };
  return {
    requests: number('requests', 100_000),
    seed: number('seed', Math.floor(Math.random() * MAX_SEED)),
  };
}

const run = trialCommand('fuzz', readArguments, async ({ requests, seed }, trial) => {
  const world = await startTenants(trial);
  const started = Date.now();
  const results = await Promise.all(
    NAMES.map(async (service) => {
      const target = await TARGETS[service](world, trial.root);
      const share = Math.ceil(requests * SHARES[service]);
      const result = await runFuzz({ target, tenants: world.tenants, requests: share, seed });
      return { service, ...result };
    }),
  );
  let sent = 0;
  for (const { service, statuses } of results) {
    const counts = [...statuses].toSorted(([one], [other]) => one - other);
    sent += counts.reduce((sum, [, count]) => sum + count, 0);
    console.log(`${service}: ${counts.map(([status, count]) => `${count} answers ${status}`).join(', ')}`);
  }
  const failures = results.filter(({ failure }) => failure !== undefined);
  for (const { service, failure } of failures) console.log(`FAILED ${service}: ${String(failure)}`);
  console.log(`${sent} requests in ${Math.round((Date.now() - started) / 1000)} s, seed ${seed}`);
  console.log(failures.length === 0 ? 'No failures' : `${failures.length} services failed`);
  return failures.length === 0;
});

/** `npm run -s fuzz`: sends seeded requests to the real services on a temporary database, and checks every answer. */
export const main: typeof run = async (call) => {
  const status = await run(call);
  // Node 20 waits for ever for sockets that were reset, so it is not left to end by itself.
  process.stdout.write('', () => process.exit(status));
  return status;
};
