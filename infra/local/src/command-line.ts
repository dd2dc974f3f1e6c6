import { join } from 'node:path';
import type { Invocation } from './invocation.ts';
import { LocalError } from './local-error.ts';

/** What the bootstrap calls: adds the local folder, and prints a LocalError without its stack. */
export function commandLine(
  run: (invocation: Invocation) => Promise<number>,
): (call: Omit<Invocation, 'localDir'>) => Promise<number> {
  return async (call) => {
    const localDir = process.env['FUNNEL_LOCAL_DIR'] || join(call.root, '.local');
    try {
      return await run({ ...call, localDir });
    } catch (error) {
      if (!(error instanceof LocalError)) throw error;
      console.error(`\n${error.message}`);
      return 1;
    }
  };
}
