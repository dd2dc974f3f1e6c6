import { LocalError, parseArguments } from '@funnel/servers';
import { type Fault, FAULTS } from './fault-list.ts';
import { canMountDisks } from './small-disk.ts';

/** What to run. */
export interface FaultRequest {
  faults: readonly Fault[];
  /** A fault lasts no longer. */
  atMostMs: number;
  /** Random kills, before the faults. */
  kills: { kills: number; seconds: number } | undefined;
}

const KILLS = 'kills';
const QUICK_MS = 1_000;
const USAGE = [
  'Usage: npm run -s faults -- [NAME...] [--quick]',
  ...FAULTS.map(({ name, title }) => `  ${name.padEnd(26)}${title}`),
  '       npm run -s faults -- kills [--kills 200] [--seconds 0]',
  '  kills services and PostgreSQL at random, at least for so many seconds',
  'Without a name: all faults. With --quick, each lasts a second at most.',
].join('\n');

/** Parses the command line. */
export function readArguments(args: string[]): FaultRequest {
  const { values, positionals } = parseArguments(USAGE, {
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      kills: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '0' },
    },
  });
  const unknown = positionals.find((name) => name !== KILLS && !FAULTS.some((fault) => fault.name === name));
  if (unknown !== undefined) throw new LocalError(`There is no fault ${unknown}.\n${USAGE}`);
  const isChosen = ({ name }: Fault) =>
    positionals.length === 0 ? name !== 'disk-full' || canMountDisks() : positionals.includes(name);
  const faults = FAULTS.filter(isChosen);
  if (positionals.length === 0 && faults.length < FAULTS.length)
    console.error('- NOT RUN: disk-full, which needs root on Linux');
  return {
    faults,
    atMostMs: values.quick ? QUICK_MS : Number.POSITIVE_INFINITY,
    kills: positionals.includes(KILLS) ? killsOf(values) : undefined,
  };
}

function killsOf(values: { kills: string; seconds: string }): FaultRequest['kills'] {
  const [kills, seconds] = [Number(values.kills), Number(values.seconds)];
  if (!Number.isInteger(kills) || kills < 0 || !(seconds >= 0)) throw new LocalError(USAGE);
  return { kills, seconds };
}
