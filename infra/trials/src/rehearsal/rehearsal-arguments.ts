import { SERVICES } from '@funnel/local';
import { LocalError, parseArguments } from '@funnel/servers';
import { campaignIds } from '../load/data.ts';
import type { UpgradeOptions } from './upgrade/run-upgrade.ts';

/** What to rehearse: an upgrade from a commit, or from the one before so many migrations. */
export type Request = 'kills' | (UpgradeOptions & { from: string | undefined; last: number | undefined });

const APPS = SERVICES.map(({ app }) => app);
const USAGE = [
  'Usage: npm run -s rehearse -- [--from GIT_REF | --last 3] [--back] [--services rest-api,mcp-server] [--calm SECONDS] [--senders 5]',
  '  upgrades from the code of GIT_REF to this code under load; without it, replaces this code by itself',
  '  --last N    upgrades from the commit before the last N migrations',
  '  --back      then goes back to the code from before, on the new schema',
  '  --services  which services run twice and are replaced; all by default',
  '       npm run -s rehearse -- kills',
  '  kills `npm run -s migrate` after every statement, and runs it again',
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
      services: { type: 'string', default: APPS.join(',') },
      calm: { type: 'string', default: '3' },
      senders: { type: 'string', default: '5' },
    },
  });
  if (positionals.join(' ') === 'kills') return 'kills';
  const { from, back } = values;
  const last = values.last === undefined ? undefined : Number(values.last);
  const [calm, senders] = [Number(values.calm), Number(values.senders)];
  const isValid =
    positionals.length === 0 &&
    (last === undefined || (Number.isInteger(last) && last >= 1 && from === undefined)) &&
    calm >= 0 &&
    senders >= 1 &&
    senders < campaignIds.length;
  if (!isValid) throw new LocalError(USAGE);
  const names = values.services.split(',');
  const services = APPS.filter((app) => names.includes(app));
  if (services.length !== names.length)
    throw new LocalError(`The services are ${APPS.join(', ')}.\n${USAGE}`);
  return { from, last, back, services, calmMs: calm * 1000, senders };
}
