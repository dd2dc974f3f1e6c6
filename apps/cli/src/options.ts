import { parseArgs, type ParseArgsConfig } from 'node:util';
import { parseId, trustedWebsiteId, type WebsiteId } from '@funnel/domain';
import { UsageError } from './context.ts';

export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean', default: false } as const;

type Options = NonNullable<ParseArgsConfig['options']>;
interface Config<Given extends Options> {
  args: string[];
  options: Given;
  allowPositionals?: true;
}
type Parsed<Given extends Options> = ReturnType<typeof parseArgs<Required<Config<Given>>>>;

/** The options of a command that takes nothing else; throws a UsageError for an unknown or malformed one. */
export function parseOptions<const Given extends Options>(
  args: string[],
  options: Given,
): Parsed<Given>['values'] {
  return parse({ args, options }).values;
}

/** The same for a command that also takes names, ids or files. */
export function parseArguments<const Given extends Options>(args: string[], options: Given): Parsed<Given> {
  return parse({ args, options, allowPositionals: true });
}

function parse<Given extends Options>(config: Config<Given>): Parsed<Given> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The only argument; throws a UsageError with the given message if there is none, or more than one. */
export function onlyOne([first, ...more]: string[], message: string): string {
  if (!first || more.length > 0) throw new UsageError(message);
  return first;
}

/** One of the texts that are allowed; throws a UsageError with the given message for any other. */
export function oneOf<Allowed extends string>(
  text: string,
  allowed: readonly Allowed[],
  message: string,
): Allowed {
  const found = allowed.find((each) => each === text);
  if (found === undefined) throw new UsageError(message);
  return found;
}

/** A whole number; throws a UsageError if the option has another value. */
export function parseNumber(option: string, text: string, [from, to]: readonly [number, number]): number {
  const value = Number(text);
  if (!/^[1-9]\d*$/.test(text) || value < from || value > to)
    throw new UsageError(`${option} must be a number from ${from} to ${to}.`);
  return value;
}

/** An id, if one was given; throws a UsageError with the given message if it is not valid. */
export function parseIdOption(text: string, message: string): number;
export function parseIdOption(text: string | undefined, message: string): number | undefined;
export function parseIdOption(text: string | undefined, message: string): number | undefined {
  if (text === undefined) return undefined;
  const id = parseId(text);
  if (id === undefined) throw new UsageError(message);
  return id;
}

/** The id of a website, if one was given: an operator may use any website. */
export function parseWebsiteIdOption(text: string, message?: string): WebsiteId;
export function parseWebsiteIdOption(text: string | undefined, message?: string): WebsiteId | undefined;
export function parseWebsiteIdOption(
  text: string | undefined,
  message = `${text} is not a website id.`,
): WebsiteId | undefined {
  const id = parseIdOption(text, message);
  return id === undefined ? undefined : trustedWebsiteId(id);
}

export function unreadableFile(file: string, error: NodeJS.ErrnoException): UsageError {
  return new UsageError(`${file} cannot be read: ${error.code ?? error.message}.`);
}
