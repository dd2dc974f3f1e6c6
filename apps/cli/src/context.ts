import type { Readable, Writable } from 'node:stream';
import type { Environment } from '@funnel/service';

/** Everything outside the program that a command may use. Only main.ts and the local start-up create one. */
export interface CliContext {
  argv: string[];
  env: Environment;
  /** File names are relative to this folder. */
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  /** For results only; progress and messages go to stderr. */
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
  wallClock: () => Date;
  /** Aborted when the user interrupts the command. */
  signal: AbortSignal;
}

export interface CommandContext extends CliContext {
  name: string;
  connections: number;
  /** Writes a line for the operator to standard error. */
  say: (message: string) => void;
}

export interface Command {
  usage: string;
  /** The help text; its first line is shown in the list of commands. */
  summary: string;
  /** What to do after it was held up; by default to run it again. */
  again?: string;
  /** How many connections to the database it may open; 1 by default. */
  connections?: number;
  /** Resolves with the exit status if that is not 0. */
  run(context: CommandContext): Promise<number | void>;
}

export const EXIT_INTERRUPTED = 130;

/** The command could not do what it should: exit status 1. The message says why, and what to do. */
export class FailedError extends Error {
  override name = 'FailedError';
}

/** Invalid arguments; the message says how to fix them. */
export class UsageError extends Error {
  override name = 'UsageError';
}
