import { join } from 'node:path';
import { LocalError } from './local-error.ts';

/** A command of the root package.json. */
export interface Invocation {
  command: string;
  args: string[];
  /** The folder of the clone. */
  root: string;
  /** Holds the data, secrets and logs of this machine. */
  localDir: string;
}

/** Wraps a command for the bootstrap: adds the local folder, and prints a LocalError without its stack. */
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
