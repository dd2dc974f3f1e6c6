import { MigrationError } from '@funnel/admin';
import { isTemporaryFailure, VisitorSecretError } from '@funnel/db';
import { ConfigError } from '@funnel/service';
import { account } from './commands/account.ts';
import { auditLog } from './commands/audit-log.ts';
import { catalog } from './commands/catalog.ts';
import { clear } from './commands/clear.ts';
import { contact } from './commands/contact.ts';
import { demo } from './commands/demo.ts';
import { distribute } from './commands/distribute.ts';
import { ingestCommand } from './commands/ingest.ts';
import { insights } from './commands/insights.ts';
import { migrate } from './commands/migrate.ts';
import { notifications } from './commands/notifications.ts';
import { partition } from './commands/partition.ts';
import { reseal } from './commands/reseal.ts';
import { roles } from './commands/roles.ts';
import { token } from './commands/token/token.ts';
import { user } from './commands/user/user.ts';
import { type CliContext, type Command, FailedError, UsageError } from './context.ts';
import { HeldUpError } from './held-up.ts';

const COMMANDS: Record<string, Command> = {
  migrate,
  roles,
  partition,
  distribute,
  reseal,
  catalog,
  ingest: ingestCommand,
  clear,
  demo,
  insights,
  account,
  user,
  token,
  contact,
  notifications,
  'audit-log': auditLog,
};

/** Runs one operator command and resolves with its exit status. */
export async function runCli(context: CliContext): Promise<number> {
  const [name = 'help', ...args] = context.argv;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    context.stderr.write(help());
    return name === 'help' || name === '--help' ? 0 : 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    context.stderr.write(`${command.usage}\n\n${command.summary}\n`);
    return 0;
  }
  try {
    const say = (message: string) => void context.stderr.write(`${message}\n`);
    const { connections = 1 } = command;
    return (await command.run({ ...context, argv: args, name, connections, say })) ?? 0;
  } catch (error) {
    const failure = explain(error, command);
    if (!failure) throw error;
    context.stderr.write(`${failure.message}\n`);
    return failure.status;
  }
}

/** Those whose message says all. */
const FAILURES = [FailedError, VisitorSecretError, MigrationError];

/** What to tell a person; undefined for a mistake in this program. */
function explain(
  error: unknown,
  { usage, again = 'Run the command again.' }: Command,
): { status: number; message: string } | undefined {
  const { message } = error as Error;
  if (error instanceof UsageError) return { status: 2, message: `${message}\n\nUsage: ${usage}` };
  if (error instanceof ConfigError) return { status: 2, message };
  if (FAILURES.some((Failure) => error instanceof Failure)) return { status: 1, message };
  if (error instanceof HeldUpError) return { status: 1, message: `${message}\n${again}` };
  if (isTemporaryFailure(error))
    return { status: 1, message: `The database failed: ${message}\nRun the command again when it answers.` };
  return undefined;
}

function help(): string {
  const lines = Object.values(COMMANDS).map(
    ({ usage, summary }) => `  ${usage}\n      ${summary.split('\n')[0]}\n`,
  );
  return `Commands:\n${lines.join('')}`;
}
