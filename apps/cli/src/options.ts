import { parseArgs, type ParseArgsConfig } from 'node:util';
import { parseId, trustedWebsiteId, type WebsiteId } from '@funnel/domain';
import { UsageError } from './context.ts';

/** Parses the arguments of a command; throws a UsageError for an unknown or malformed option. */
export function parseOptions<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Parses an id from the command line; throws a UsageError with the given message if it is not valid. */
export function parseIdOption(text: string, message: string): number {
  const id = parseId(text);
  if (id === undefined) throw new UsageError(message);
  return id;
}

/** The same for the id of a website: an operator may use any website. */
export function parseWebsiteIdOption(text: string, message: string): WebsiteId {
  return trustedWebsiteId(parseIdOption(text, message));
}

/** The error for a file that cannot be opened. */
export function unreadableFile(file: string, error: NodeJS.ErrnoException): UsageError {
  return new UsageError(`${file} cannot be read: ${error.code ?? error.message}.`);
}
