import { SERVICES } from '@funnel/local';
import { LocalError, parseArguments } from '@funnel/servers';
import { type Trial, trialCommand } from '../trial.ts';
import { runUpgrade, type UpgradeOptions } from './upgrade/run-upgrade.ts';
import { commitBefore, earlierVersion, versionIn } from './upgrade/version.ts';

/** What to rehearse: an upgrade from a commit, or from the one before so many migrations. */
type Request = UpgradeOptions & { from: string | undefined; last: number | undefined };

const EVERYTHING = { services: SERVICES.map(({ app }) => app), calmMs: 3_000, senders: 5 };
const QUICK = { services: ['rest-api'] as const, calmMs: 200, senders: 1 };
const USAGE = [
  'Usage: npm run -s rehearse -- [--from GIT_REF | --last 3] [--back] [--quick]',
  '  upgrades from the code of GIT_REF to this code under load; without it, replaces this code by itself',
  '  --last N    upgrades from the commit before the last N migrations',
  '  --back      then goes back to the code from before, on the new schema',
  '  --quick     replaces only the REST API, under little load',
].join('\n');

/** Parses the command line. */
export function readArguments(args: string[]): Request {
  const { values, positionals } = parseArguments(USAGE, {
    args,
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      last: { type: 'string' },
      back: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  const { from, back, quick } = values;
  const last = values.last === undefined ? undefined : Number(values.last);
  const isLast = last === undefined || (Number.isInteger(last) && last >= 1 && from === undefined);
  if (positionals.length > 0 || !isLast) throw new LocalError(USAGE);
  return { from, last, back, ...(quick ? QUICK : EVERYTHING) };
}

async function rehearse(request: Request, trial: Trial): Promise<boolean> {
  const { root, localDir } = trial;
  const to = versionIn(root);
  const ref = request.last === undefined ? request.from : commitBefore(to, request.last);
  const from = ref === undefined ? to : await earlierVersion(root, localDir, ref);
  return runUpgrade(from, to, request, trial);
}

/** `npm run -s rehearse`: an upgrade under load. */
export const main = trialCommand('rehearsal', readArguments, rehearse);
