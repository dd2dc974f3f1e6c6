import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Database } from '@funnel/db';
import {
  addMembership,
  createUser,
  findUserByEmail,
  hashPassword,
  PASSWORD_MIN_LENGTH,
} from '@funnel/identity';
import { readConfig } from '@funnel/service';
import { userConfig } from '../config.ts';
import { type CliContext, type Command, UsageError } from '../context.ts';
import { parseIdOption, parseOptions } from '../options.ts';
import { withDatabase } from '../with-database.ts';

/** `user add EMAIL`: lets a person sign in. */
export const user: Command = {
  usage: 'user add EMAIL --account ID [--generate]',
  summary:
    'Lets a person sign in to the authorization server and share the websites of an account.\n' +
    'The password comes from a prompt or from USER_PASSWORD, or it is generated and shown once.\n' +
    'An existing person is added to the account and keeps their password.',
  async run(context) {
    const { email, accountId, generate } = readOptions(context);
    const config = readConfig(userConfig, context.env);
    const connection = { url: config.DATABASE_URL, applicationName: 'funnel-user', maxConnections: 1 };
    return withDatabase(connection, async (database) => {
      const existing = await findUserByEmail(database, email);
      if (existing) return addToAccount(context, database, existing, accountId);
      const password = await choosePassword(context, config.USER_PASSWORD, generate);
      const passwordHash = await hashPassword(password.text);
      const created = await createUser(database, { email, passwordHash, accountId });
      if ('error' in created) return reportError(context, accountId, created.error);
      context.stderr.write(
        `${created.user.email} can now sign in and share the websites of account ${accountId}.\n`,
      );
      if (password.isGenerated) {
        context.stderr.write('Password (shown only once):\n');
        context.stdout.write(`${password.text}\n`);
      }
      return 0;
    });
  },
};

async function addToAccount(
  context: CliContext,
  database: Database,
  person: { id: number; email: string },
  accountId: number,
): Promise<number> {
  const outcome = await addMembership(database, { userId: person.id, accountId });
  if (outcome === 'unknown_account') return reportError(context, accountId, outcome);
  const verb = outcome === 'added' ? 'now belongs' : 'already belongs';
  context.stderr.write(`${person.email} ${verb} to account ${accountId}. The password is unchanged.\n`);
  return 0;
}

function reportError(
  { stderr }: CliContext,
  accountId: number,
  error: 'email_taken' | 'unknown_account',
): number {
  stderr.write(
    error === 'unknown_account'
      ? `There is no account ${accountId}. Load it with the catalog command first.\n`
      : 'Another process has just added a person with this e-mail. Run the command again.\n',
  );
  return 1;
}

async function choosePassword(
  context: CliContext,
  given: string | undefined,
  generate: boolean,
): Promise<{ text: string; isGenerated: boolean }> {
  if (generate || (given === undefined && !context.stdin.isTTY)) {
    return { text: randomBytes(15).toString('base64url'), isGenerated: true };
  }
  const text = given ?? (await askPassword(context));
  if (text.length < PASSWORD_MIN_LENGTH) {
    throw new UsageError(`The password must have at least ${PASSWORD_MIN_LENGTH} characters.`);
  }
  return { text, isGenerated: false };
}

/** Asks for the password twice, without showing it. */
async function askPassword({ stdin, stderr, signal }: CliContext): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  const ask = async (prompt: string) => {
    stderr.write(prompt);
    const answer = await lines.question('', { signal });
    stderr.write('\n');
    return answer;
  };
  try {
    const password = await ask('Password: ');
    if ((await ask('Repeat the password: ')) !== password)
      throw new UsageError('The two passwords are different.');
    return password;
  } finally {
    lines.close();
  }
}

function readOptions({ argv }: CliContext): { email: string; accountId: number; generate: boolean } {
  const { values, positionals } = parseOptions({
    args: argv,
    options: { account: { type: 'string' }, generate: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [verb, email, ...more] = positionals;
  if (verb !== 'add' || !email || more.length > 0)
    throw new UsageError('Pass exactly one e-mail: user add EMAIL.');
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new UsageError(`${email} is not an e-mail address.`);
  const accountId = parseIdOption(values.account ?? '', '--account must be the id of an account.');
  return { email, accountId, generate: values.generate };
}
