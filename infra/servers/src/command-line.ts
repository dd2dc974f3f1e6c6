import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A failure whose message says what to do; printed without a stack. */
export class LocalError extends Error {
  override name = 'LocalError';
}

export interface Invocation {
  command: string;
  args: string[];
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

/** Parses the options of a command. After a mistake, it says how the command is used. */
export function parseArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new LocalError(`${(error as Error).message}\n${usage}`);
  }
}
