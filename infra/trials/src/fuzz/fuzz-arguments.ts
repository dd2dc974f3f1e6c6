import { LocalError, parseArguments } from '@funnel/servers';

/** The services, each with its share of the requests. */
export const SHARES = { rest: 0.35, mcp: 0.25, intake: 0.15, authorization: 0.25 };
/** A service to fuzz. */
export type TargetName = keyof typeof SHARES;

/** What to run. */
export interface FuzzOptions {
  requests: number;
  seed: number;
  only: readonly TargetName[];
}

const NAMES = Object.keys(SHARES) as TargetName[];
const MAX_SEED = 2 ** 31 - 1;
const USAGE = `Usage: npm run -s fuzz -- [--requests 100000] [--seed NUMBER] [--only ${NAMES.join(',')}]
       npm run -s fuzz -- connections [--rounds 3]`;

/** How often every attack is repeated, with more connections each time; undefined if requests are to be sent. */
export function readRounds([command, ...args]: string[]): number | undefined {
  if (command !== 'connections') return undefined;
  const { rounds } = parseArguments(USAGE, {
    args,
    options: { rounds: { type: 'string', default: '3' } },
  }).values;
  if (!/^[1-9]$/.test(rounds)) throw new LocalError(`--rounds must be a number from 1 to 9.\n${USAGE}`);
  return Number(rounds);
}

/** Parses the command line. */
export function readArguments(args: string[]): FuzzOptions {
  const { values } = parseArguments(USAGE, {
    args,
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * MAX_SEED)) },
      only: { type: 'string', default: NAMES.join(',') },
    },
  });
  const { requests, seed, only } = values;
  const names = only.split(',');
  const options = {
    requests: Number(requests),
    seed: Number(seed),
    only: NAMES.filter((name) => names.includes(name)),
  };
  if (!Number.isInteger(options.requests) || options.requests < 1)
    throw new LocalError(`--requests must be a positive integer.\n${USAGE}`);
  if (!Number.isInteger(options.seed) || options.seed < 0 || options.seed > MAX_SEED)
    throw new LocalError(`--seed must be an integer from 0 to ${MAX_SEED}.\n${USAGE}`);
  if (options.only.length !== names.length) throw new LocalError(`--only has an unknown service.\n${USAGE}`);
  return options;
}
