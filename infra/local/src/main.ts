import { commandLine, type Invocation, runChild } from '@funnel/servers';
import { checkMigrations } from './check-migrations.ts';
import { checkSql } from './check-sql.ts';
import { runCommand } from './command.ts';
import { pictures } from './pictures.ts';
import { start } from './start/start.ts';
import { test, testPackages, testWhole } from './test.ts';

/** All others are commands of the operator. */
const COMMANDS: Readonly<Record<string, (invocation: Invocation) => number | Promise<number>>> = {
  start,
  pictures,
  test,
  verify: ({ root }) => runChild('pnpm', ['run', 'verify:all'], { cwd: root }),
  'test-whole': testWhole,
  'test-packages': testPackages,
  'check-sql': ({ root }) => checkSql(root),
  'check-migrations': ({ root }) => checkMigrations(root),
};

export const main = commandLine(async (invocation) =>
  (COMMANDS[invocation.command] ?? runCommand)(invocation),
);
