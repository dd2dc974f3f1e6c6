import { parseArgs, type ParseArgsConfig } from 'node:util';
import { LocalError } from './local-error.ts';

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
