import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  addMembership,
  createUser,
  findUserByEmail,
  hashPassword,
  PASSWORD_MIN_LENGTH,
} from '@funnel/identity';
import { type Database, migrateDatabase, openDatabase } from '@funnel/db';
import { readConfig } from '@funnel/service';
import { askPassword } from '../ask-password.ts';
import { userConfig } from '../config.ts';
import { type CliContext, type Command, UsageError } from '../context.ts';

const MAX_ID = 2_147_483_647;

export const user: Command = {
  usage: 'user add EMAIL --account ID [--generate]',
  summary:
    'Lets a person log in to the authorization server and grant the websites of an account.\n' +
    'The password is asked on a terminal, taken from USER_PASSWORD, or made and shown once. A person who\n' +
    'exists already is added to the further account and keeps the password.',
  async run(context) {
    const { email, accountId, generate } = readOptions(context);
    const config = readConfig(userConfig, context.env);
    await migrateDatabase(config.DATABASE_URL);
    const database = openDatabase({
      url: config.DATABASE_URL,
      applicationName: 'funnel-user',
      maxConnections: 1,
    });
    try {
      const existing = await findUserByEmail(database, email);
      if (existing) return await addToAccount(context, database, existing, accountId);
      const password = await choosePassword(context, config.USER_PASSWORD, generate);
      const passwordHash = await hashPassword(password.text);
      const created = await createUser(database, { email, passwordHash, accountId });
      if ('error' in created) return refuse(context, accountId, created.error);
      context.stderr.write(
        `${created.user.email} may log in and grant the websites of account ${accountId}.\n`,
      );
      if (password.isMade) {
        context.stderr.write('The password, shown this once:\n');
        context.stdout.write(`${password.text}\n`);
      }
      return 0;
    } finally {
      await database.close();
    }
  },
};

async function addToAccount(
  context: CliContext,
  database: Database,
  person: { id: number; email: string },
  accountId: number,
): Promise<number> {
  const outcome = await addMembership(database, { userId: person.id, accountId });
  if (outcome === 'unknown_account') return refuse(context, accountId, outcome);
  const verb = outcome === 'added' ? 'now belongs' : 'already belongs';
  context.stderr.write(`${person.email} ${verb} to account ${accountId}; the password stays.\n`);
  return 0;
}

function refuse({ stderr }: CliContext, accountId: number, error: 'email_taken' | 'unknown_account'): number {
  stderr.write(
    error === 'unknown_account'
      ? `There is no account ${accountId}. Load it with the catalog command first.\n`
      : 'Somebody else was given this e-mail just now. Run the command again.\n',
  );
  return 1;
}

async function choosePassword(
  context: CliContext,
  given: string | undefined,
  generate: boolean,
): Promise<{ text: string; isMade: boolean }> {
  if (generate) return { text: randomBytes(15).toString('base64url'), isMade: true };
  if (given === undefined && !context.stdin.isTTY) return choosePassword(context, given, true);
  const text = given ?? (await askPassword(context));
  if (text.length < PASSWORD_MIN_LENGTH) {
    throw new UsageError(`The password needs ${PASSWORD_MIN_LENGTH} characters or more.`);
  }
  return { text, isMade: false };
}

function readOptions({ argv }: CliContext): { email: string; accountId: number; generate: boolean } {
  const { values, positionals } = parseOptions(argv);
  const [verb, email, ...more] = positionals;
  if (verb !== 'add' || !email || more.length > 0) throw new UsageError('Name one person: user add EMAIL.');
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new UsageError(`${email} is no e-mail address.`);
  const account = values.account ?? '';
  if (!/^[1-9]\d{0,9}$/.test(account) || Number(account) > MAX_ID) {
    throw new UsageError('--account is the id of an account, a positive number.');
  }
  return { email, accountId: Number(account), generate: values.generate };
}

function parseOptions(argv: string[]) {
  const options = { account: { type: 'string' }, generate: { type: 'boolean', default: false } } as const;
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
