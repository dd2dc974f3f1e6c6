import { CAMPAIGNS } from '../faults/catalog.ts';
import { SERVICES } from '@funnel/local';
import { LocalError, parseArguments } from '@funnel/servers';
import type { App } from './upgrade/instances.ts';

/** What to rehearse. */
export type Request =
  | { kind: 'kills'; points: number }
  | {
      kind: 'upgrade';
      from: string | undefined;
      /** From the commit before so many migrations, if `from` is not given. */
      last: number | undefined;
      back: boolean;
      services: readonly App[];
      calmMs: number;
      senders: number;
    };

const APPS = SERVICES.map(({ app }) => app);
const USAGE = [
  'Usage: npm run -s rehearse -- [--from GIT_REF | --last 3] [--back] [--services rest-api,mcp-server] [--calm SECONDS] [--senders 5]',
  '  upgrades from the code of GIT_REF to this code under load; without it, replaces this code by itself',
  '  --last N    upgrades from the commit before the last N migrations',
  '  --back      then goes back to the code from before, on the new schema',
  '  --services  which services run twice and are replaced; all by default',
  '       npm run -s rehearse -- kills [--points N]',
  '  kills `npm run -s migrate` after every statement, or after N of them, and runs it again',
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
      services: { type: 'string' },
      calm: { type: 'string', default: '3' },
      senders: { type: 'string', default: '5' },
      points: { type: 'string', default: 'Infinity' },
    },
  });
  const [kills, ...more] = positionals;
  if (more.length > 0 || (kills !== undefined && kills !== 'kills')) throw new LocalError(USAGE);
  const [calm, points, senders] = [Number(values.calm), Number(values.points), Number(values.senders)];
  if (!(calm >= 0) || !(points > 0) || !(senders >= 1 && senders < CAMPAIGNS)) throw new LocalError(USAGE);
  if (kills) return { kind: 'kills', points };
  const names = values.services?.split(',') ?? APPS;
  const services = APPS.filter((app) => names.includes(app));
  if (services.length !== names.length)
    throw new LocalError(`The services are ${APPS.join(', ')}.\n${USAGE}`);
  const { from, back } = values;
  const last = values.last === undefined ? undefined : Number(values.last);
  if (last !== undefined && !(Number.isInteger(last) && last >= 1 && from === undefined))
    throw new LocalError(USAGE);
  return { kind: 'upgrade', from, last, back, services, calmMs: calm * 1000, senders };
}
