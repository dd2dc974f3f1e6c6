import { commandLine, runChild } from '@funnel/servers';
import { runCommand } from './command.ts';
import { start } from './start/start.ts';
import { test, testPackages, testWhole } from './test.ts';

/** Runs a command of the bootstrap and resolves with the exit status. */
export const main = commandLine((invocation) => {
  switch (invocation.command) {
    case 'start':
      return start(invocation);
    case 'test':
      return test(invocation);
    case 'verify':
      return runChild('pnpm', ['run', 'verify:all'], { cwd: invocation.root });
    case 'test-whole':
      return testWhole(invocation);
    case 'test-packages':
      return testPackages(invocation);
    default:
      return runCommand(invocation);
  }
});
