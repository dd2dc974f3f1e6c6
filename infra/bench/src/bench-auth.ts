import { LocalError } from '@funnel/servers';
import { measureAuth } from './auth/measure-auth.ts';
import type { BenchContext } from './bench-context.ts';

const GATE = 0.45;

/**
 * Compares an Express handler that checks tokens and runs `select 1` to the same handler without the check. The first
 * argument is the number of rounds. Fails if the check costs too much.
 */
export async function benchAuth(context: BenchContext, [rounds = '40']: string[]): Promise<void> {
  const results = await measureAuth(context, Number(rounds));
  for (const result of results) console.log(JSON.stringify(result));
  const failed = results.filter(({ pace }) => pace < GATE);
  if (failed.length > 0) {
    const which = failed.map(({ tokens }) => tokens).join(' and ');
    throw new LocalError(`Less than ${GATE} of the pace without authentication, with ${which} token(s).`);
  }
}
