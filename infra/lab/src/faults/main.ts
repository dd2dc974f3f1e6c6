import { LocalError, parseArguments } from '@funnel/servers';
import { trialCommand } from '../trial.ts';
import { killAtRandom } from './kill-at-random.ts';
import { openStage } from './stage.ts';

const USAGE = 'Usage: npm run -s faults -- [--kills 100]';

export function readArguments(args: string[]): number {
  const options = { kills: { type: 'string', default: '100' } } as const;
  const kills = Number(parseArguments(USAGE, { args, options }).values.kills);
  if (!Number.isInteger(kills) || kills < 1) throw new LocalError(USAGE);
  return kills;
}

/** `npm run -s faults`: kills services, loads and PostgreSQL at random under load, and recounts every number. */
export const main = trialCommand('faults', readArguments, async (kills, trial) => {
  await killAtRandom(await openStage(trial), kills);
  return true;
});
