import { LocalError, parseArguments } from '@funnel/servers';
import { printTable, say, type Trial, trialCommand } from '../trial.ts';
import { type Fault, FAULTS } from './fault-list.ts';
import { killAtRandom } from './kill-at-random.ts';
import { COLUMNS, runFault } from './run-fault.ts';
import { canMountDisks } from './small-disk.ts';
import { openStage } from './stage.ts';

/** What to run. */
interface FaultRequest {
  faults: readonly Fault[];
  /** A fault lasts no longer. */
  atMostMs: number;
  /** Random kills, before the faults. */
  kills: number;
}

const KILLS = 'kills';
const QUICK_MS = 1_000;
const USAGE = [
  'Usage: npm run -s faults -- [NAME...] [--quick]',
  ...FAULTS.map(({ name, title }) => `  ${name.padEnd(26)}${title}`),
  '       npm run -s faults -- kills [--kills 200]',
  '  kills services and PostgreSQL at random',
  'Without a name: all faults. With --quick, each lasts a second at most.',
].join('\n');

function readArguments(args: string[]): FaultRequest {
  const { values, positionals } = parseArguments(USAGE, {
    args,
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, kills: { type: 'string', default: '200' } },
  });
  const unknown = positionals.find((name) => name !== KILLS && !FAULTS.some((fault) => fault.name === name));
  if (unknown !== undefined) throw new LocalError(`There is no fault ${unknown}.\n${USAGE}`);
  const kills = Number(values.kills);
  if (!Number.isInteger(kills) || kills < 1) throw new LocalError(USAGE);
  const isChosen = ({ name }: Fault) =>
    positionals.length === 0 ? name !== 'disk-full' || canMountDisks() : positionals.includes(name);
  const faults = FAULTS.filter(isChosen);
  if (positionals.length === 0 && faults.length < FAULTS.length)
    say('NOT RUN: disk-full, which needs root on Linux');
  return {
    faults,
    atMostMs: values.quick ? QUICK_MS : Number.POSITIVE_INFINITY,
    kills: positionals.includes(KILLS) ? kills : 0,
  };
}

async function breakProduct({ faults, atMostMs, kills }: FaultRequest, trial: Trial): Promise<boolean> {
  const names = faults.map(({ name }) => name);
  const stage = await openStage(trial, {
    withRedis: names.some((name) => name.startsWith('redis')),
    withSmallDisk: names.includes('disk-full'),
  });
  if (kills > 0) await killAtRandom(stage, kills);
  if (faults.length === 0) return true;
  const rows: string[][] = [];
  for (const fault of faults) {
    say(fault.title);
    rows.push(...(await runFault(stage, fault, Math.min(fault.lastsMs, atMostMs))));
  }
  printTable(COLUMNS, rows);
  console.log(`\n${stage.recount.size} events accepted, 0 differences, 0 crashes`);
  return true;
}

/** `npm run -s faults`: breaks parts of the running product, shows what callers saw, and recounts every number. */
export const main = trialCommand('faults', readArguments, breakProduct);
