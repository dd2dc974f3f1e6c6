import { runCommand } from './command.ts';
import { runJest } from './jest.ts';
import { LocalError } from './local-error.ts';
import { start } from './start/start.ts';
import { test } from './test.ts';

export interface Invocation {
  command: string;
  args: string[];
  /** The folder of the clone. */
  root: string;
}

/** What follows the bootstrap; resolves with the exit status. */
export async function main(invocation: Invocation): Promise<number> {
  try {
    switch (invocation.command) {
      case 'start':
        return await start(invocation);
      case 'test':
        return await test(invocation);
      case 'jest':
        return await runJest(invocation.root, invocation.args);
      default:
        return await runCommand(invocation);
    }
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    console.error(`\n${error.message}`);
    return 1;
  }
}
