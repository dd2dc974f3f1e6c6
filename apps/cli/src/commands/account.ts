import { mailAddress } from '@funnel/domain';
import { type CreateAccountResult, createAccount, findUserByEmail, listAccounts } from '@funnel/identity';
import { hashPassword } from '@funnel/secrets';
import { readConfig } from '@funnel/service';
import { userConfig } from '../config.ts';
import { type Command, FailedError, UsageError } from '../context.ts';
import { FLAG, parseArguments, parseIdOption, TEXT } from '../options.ts';
import { withDatabase } from '../with-database.ts';
import { type TableColumns, writeTable } from '../write-table.ts';
import { choosePassword, showGenerated } from './user/choose-password.ts';

const NAME_MAX_LENGTH = 200;
/** Also what turns the writing around. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

export const account: Command = {
  usage: `account list [--json]
       account add NAME --owner EMAIL [--id ID] [--generate]`,
  summary:
    'Creates an account with its owner, and lists all accounts.\n' +
    'add: the owner can sign in, invite people and share websites. The password comes from a prompt or from\n' +
    'USER_PASSWORD, or it is generated and shown once; somebody who can sign in already keeps theirs. The id is the\n' +
    'next free one, unless your own systems have one for it: the catalog then names the account by it.',
  async run(context) {
    const options = { owner: TEXT, id: TEXT, generate: FLAG, json: FLAG };
    const { values, positionals } = parseArguments(context.argv, options);
    const [verb, name = '', ...more] = positionals;
    if (verb !== 'list' && verb !== 'add') throw new UsageError('Say what to do: list, add.');
    const config = readConfig(userConfig, context.env);
    if (verb === 'list')
      return withDatabase(context, config, async (database) =>
        writeTable(context, await listAccounts(database), { columns: COLUMNS, json: values.json }),
      );
    const email = values.owner ?? '';
    if (name.trim() === '' || name.length > NAME_MAX_LENGTH || more.length > 0)
      throw new UsageError('Pass one name, in quotes if it has spaces.');
    if (CONTROL.test(name))
      throw new UsageError('The name must be one plain line, without control characters.');
    if (mailAddress(email) === undefined)
      throw new UsageError('--owner must be the e-mail address of the owner.');
    const id = parseIdOption(values.id, '--id must be a whole number, 1 or more.');
    return withDatabase(context, config, async (database) => {
      const isKnown = (await findUserByEmail(database, email)) !== undefined;
      const password = isKnown
        ? undefined
        : await choosePassword(context, config.USER_PASSWORD, values.generate, email);
      const passwordHash = password && (await hashPassword(password.text));
      const created = await createAccount(database, {
        name: name.trim(),
        id,
        owner: { email, passwordHash },
      });
      if ('error' in created) throw new FailedError(`Nothing was created. ${reasonOf(created, email, id)}`);
      const issuer = config.AUTHORIZATION_SERVER_ISSUER;
      context.say(
        `Account ${created.accountId} ${name.trim()}: ${email} owns it and signs in at ${issuer}${password ? '' : ' as before'}.\n` +
          `Its websites and campaigns come with a catalog: { "websites": [{ "id": 1, "account_id": ${created.accountId}, "name": "shop.example" }] }`,
      );
      if (password) showGenerated(context, password);
    });
  },
};

const COLUMNS: TableColumns<Awaited<ReturnType<typeof listAccounts>>[number]> = {
  ID: ({ id }) => String(id),
  NAME: ({ name }) => name,
  WEBSITES: ({ websites }) => String(websites),
  PEOPLE: ({ members }) => String(members),
};

function reasonOf(
  { error, accountId }: Extract<CreateAccountResult, { error: string }>,
  email: string,
  id: number | undefined,
): string {
  const again = 'Run the command again.';
  const reasons = {
    id_taken:
      id === undefined
        ? `Another process has just created an account. ${again}`
        : `There is an account ${id} already: \`account list\` shows all.`,
    exists: `${email} owns account ${accountId} of this name already: \`account list\` shows all. For a second one choose another name.`,
    unverified_owner: `Nobody has verified that ${email} belongs to this person, who came by the invitation of an owner. Ask the person, then: user verify ${email}.`,
    password_needed: `Another process has just added or removed this person. ${again}`,
  };
  return reasons[error];
}
