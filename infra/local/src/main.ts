import { runCommand } from './command.ts';
import { commandLine } from './command-line.ts';
import { runJest } from './jest.ts';
import { start } from './start/start.ts';
import { test } from './test.ts';

/** Runs the command that the bootstrap was given; resolves with the exit status. */
export const main = commandLine((invocation) => {
  switch (invocation.command) {
    case 'start':
      return start(invocation);
    case 'test':
      return test(invocation);
    case 'jest':
      return runJest(invocation.root, invocation.args);
    default:
      return runCommand(invocation);
  }
});
