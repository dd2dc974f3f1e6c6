import { LocalError, parseArguments } from '@funnel/servers';
import { say, type Trial, trialCommand } from '../trial.ts';
import { attackProduct } from './connections/attack-product.ts';
import { startCaddy } from './connections/start-caddy.ts';
import type { Target } from './request.ts';
import { runFuzz } from './run-fuzz.ts';
import { Tally } from './tally.ts';
import { authorizationTarget } from './targets/authorization.ts';
import { intakeTarget, restTarget } from './targets/contract.ts';
import { dashboardTarget } from './targets/dashboard.ts';
import { mcpTarget } from './targets/mcp.ts';
import { startTenants, type World } from './tenants/start-tenants.ts';

/** The services, each with its share of the requests. */
const SHARES = { rest: 0.3, mcp: 0.2, intake: 0.15, authorization: 0.2, dashboard: 0.15 };
/** A service to fuzz. */
type TargetName = keyof typeof SHARES;

/** What to run: requests to these services, or so many rounds of hostile connections. */
type FuzzOptions =
  | { requests: number; seed: number; only: readonly TargetName[] }
  | { connections: true; rounds: number };

const NAMES = Object.keys(SHARES) as TargetName[];
const MAX_SEED = 2 ** 31 - 1;
const USAGE = `Usage: npm run -s fuzz -- [--requests 100000] [--seed NUMBER] [--only ${NAMES.join(',')}]
       npm run -s fuzz -- connections [--rounds 3]`;
const PROGRESS_MS = 10_000;

const TARGETS: Record<TargetName, (world: World, root: string) => Target | Promise<Target>> = {
  rest: restTarget,
  mcp: mcpTarget,
  intake: intakeTarget,
  authorization: authorizationTarget,
  dashboard: dashboardTarget,
};

/** Parses the command line. */
export function readArguments(args: string[]): FuzzOptions {
  const { values, positionals } = parseArguments(USAGE, {
    args,
    allowPositionals: true,
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * MAX_SEED)) },
      only: { type: 'string', default: NAMES.join(',') },
      rounds: { type: 'string', default: '3' },
    },
  });
  const number = (name: 'requests' | 'seed' | 'rounds', min: number, max: number) => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new LocalError(`--${name} must be an integer from ${min} to ${max}.\n${USAGE}`);
  };
  if (positionals.join(' ') === 'connections') return { connections: true, rounds: number('rounds', 1, 9) };
  if (positionals.length > 0) throw new LocalError(USAGE);
  const names = values.only.split(',');
  const only = NAMES.filter((name) => names.includes(name));
  if (only.length !== names.length) throw new LocalError(`--only has an unknown service.\n${USAGE}`);
  return { requests: number('requests', 1, 1e9), seed: number('seed', 0, MAX_SEED), only };
}

async function fuzz(options: FuzzOptions, trial: Trial): Promise<boolean> {
  const world = await startTenants(trial);
  if ('connections' in options) {
    await attackProduct(world, await startCaddy(world, trial), options.rounds);
    console.log('No failures');
    return true;
  }
  const { requests, seed, only } = options;
  const tally = new Tally();
  const started = Date.now();
  const progress = setInterval(() => {
    say(`${tally.total} of ${requests} requests, ${tally.failures.size} kinds of failures`);
  }, PROGRESS_MS);
  trial.defer(() => clearInterval(progress));
  const sum = only.reduce((all, name) => all + SHARES[name], 0);
  await Promise.all(
    only.map(async (service) => {
      const target = await TARGETS[service](world, trial.root);
      const share = Math.ceil((requests * SHARES[service]) / sum);
      await runFuzz({ service, target, tenants: world.tenants, requests: share, seed, tally });
    }),
  );

  for (const [kind, times] of tally.failures) console.log(`FAILED ${times} times: ${kind}`);
  console.log(tally.summary());
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `${tally.total} requests in ${seconds} s, seed ${seed}, ${tally.overloaded} answers 503 with Retry-After`,
  );
  console.log(tally.failures.size === 0 ? 'No failures' : `${tally.failures.size} kinds of failures`);
  return tally.failures.size === 0;
}

/** `npm run -s fuzz`: sends seeded requests to the real services on a temporary database, and checks every answer. */
export const main: typeof run = async (call) => {
  const status = await run(call);
  // Node 20 waits for ever for sockets that were reset, so it is not left to end by itself.
  process.stdout.write('', () => process.exit(status));
  return status;
};
const run = trialCommand('fuzz', readArguments, fuzz);
