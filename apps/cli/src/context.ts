import type { Readable, Writable } from 'node:stream';
import type { Environment } from '@funnel/service';

/** What a command may touch of the outside; only main.ts and the local start-up make one. */
export interface CliContext {
  argv: string[];
  env: Environment;
  /** File names are relative to this folder. */
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  /** For the result alone; all that is said on the way goes to stderr. */
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
  wallClock: () => Date;
  /** Aborted when the person wants the command to end. */
  signal: AbortSignal;
}

export interface Command {
  usage: string;
  summary: string;
  run(context: CliContext): Promise<number>;
}

/** A call that cannot be carried out as given; the message says what to do. */
export class UsageError extends Error {
  override name = 'UsageError';
}
