import { commandLine, runChild } from '@funnel/servers';
import { checkMigrations } from './check-migrations.ts';
import { checkSql } from './check-sql.ts';
import { runCommand } from './command.ts';
import { pictures } from './pictures.ts';
import { start } from './start/start.ts';
import { test, testPackages, testWhole } from './test.ts';

export const main = commandLine(async (invocation) => {
  switch (invocation.command) {
    case 'start':
      return start(invocation);
    case 'pictures':
      return pictures(invocation);
    case 'test':
      return test(invocation);
    case 'verify':
      return runChild('pnpm', ['run', 'verify:all'], { cwd: invocation.root });
    case 'test-whole':
      return testWhole(invocation);
    case 'test-packages':
      return testPackages(invocation);
    case 'check-sql':
      return checkSql(invocation.root);
    case 'check-migrations':
      return checkMigrations(invocation.root);
    default:
      return runCommand(invocation);
  }
});
