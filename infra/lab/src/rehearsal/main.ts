import { SERVICES } from '@funnel/local';
import { parseArguments } from '@funnel/servers';
import { trialCommand } from '../trial.ts';
import { runUpgrade, type UpgradeOptions } from './upgrade/run-upgrade.ts';
import { earlierVersion, versionIn } from './upgrade/version.ts';

/** What to rehearse: an upgrade from a commit, or from this code itself. */
type Request = UpgradeOptions & { from: string | undefined };

const EVERYTHING = { services: SERVICES.map(({ app }) => app), calmMs: 3_000, senders: 5 };
const QUICK = { services: ['rest-api'] as const, calmMs: 200, senders: 1 };
const USAGE = [
  'Usage: npm run -s rehearse -- [--from GIT_REF] [--back] [--quick]',
  '  upgrades from the code of GIT_REF to this code under load; without it, replaces this code by itself',
  '  --back   then goes back to the code from before, on the new schema',
  '  --quick  replaces only the REST API, under little load',
].join('\n');

export function readArguments(args: string[]): Request {
  const { from, back, quick } = parseArguments(USAGE, {
    args,
    options: {
      from: { type: 'string' },
      back: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  }).values;
  return { from, back, ...(quick ? QUICK : EVERYTHING) };
}

/** `npm run -s rehearse`: an upgrade under load. */
export const main = trialCommand('rehearsal', readArguments, async (request, trial) => {
  const { root, localDir } = trial;
  const to = versionIn(root);
  const from = request.from === undefined ? to : await earlierVersion(root, localDir, request.from);
  return runUpgrade(from, to, request, trial);
});
