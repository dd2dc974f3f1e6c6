import { LocalError, parseArguments } from '@funnel/servers';
import { startProduct, trialCommand } from '../trial.ts';
import { checkAuthorizationServer, checkToolServer, REVISIONS } from './official-tool.ts';

const USAGE = `Usage: npm run -s conformance -- [--revision ${REVISIONS.join(' | ')}], both by default`;

export function readArguments(args: string[]): readonly string[] {
  const { revision } = parseArguments(USAGE, { args, options: { revision: { type: 'string' } } }).values;
  if (revision === undefined) return REVISIONS;
  if (!REVISIONS.includes(revision)) throw new LocalError(`There is no baseline for ${revision}.\n${USAGE}`);
  return [revision];
}

/** `npm run -s conformance`: runs the official tool against the real services, on a temporary database. */
export const main = trialCommand('conformance', readArguments, async (revisions, trial) => {
  const run = { ...trial, product: await startProduct(trial) };
  console.log('authorization');
  let passed = await checkAuthorizationServer(run);
  for (const revision of revisions) {
    console.log(`\nserver, protocol ${revision}`);
    passed = (await checkToolServer(run, revision)) && passed;
  }
  console.log(passed ? '\nok' : '\nFAILED');
  return passed;
});
