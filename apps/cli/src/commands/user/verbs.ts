import {
  addMembership,
  changePassword,
  createLink,
  createUser,
  findUserByEmail,
  isDomain,
  leaveAccount,
  listUsers,
  normalizeEmail,
  removeUser,
  resetSecondFactors,
  type UserWithPassword,
  verifyAddress,
  verifyCompanyDomain,
} from '@funnel/identity';
import { hashPassword } from '@funnel/secrets';
import { mailAddress, mailDomain } from '@funnel/domain';
import { FailedError, UsageError } from '../../context.ts';
import { type TableColumns, writeTable } from '../../write-table.ts';
import { choosePassword, showGenerated } from './choose-password.ts';
import { accountOf, emailOf, personOf, type UserVerb, unknownAccount, websitesOf } from './verb.ts';

const add: UserVerb = async (verb) => {
  const { context, database, options, givenPassword } = verb;
  const [email, accountId] = [emailOf(options), accountOf(options)];
  if (await findUserByEmail(database, email)) return explainExisting(verb);
  if (mailAddress(email) === undefined) throw new UsageError(`Nobody can write to ${email}.`);
  const password = await choosePassword(context, givenPassword, options.generate, emailOf(options));
  const passwordHash = await hashPassword(password.text);
  const created = await createUser(database, {
    email,
    passwordHash,
    accountId,
    role: options.role,
    isVerified: true,
    websiteIds: await websitesOf(verb, accountId),
  });
  if ('error' in created) {
    if (created.error === 'unknown_account') throw unknownAccount(accountId);
    throw new FailedError('Another process has just added a person with this e-mail. Run the command again.');
  }
  context.say(`${created.user.email} can now sign in and belongs to account ${accountId}.`);
  showGenerated(context, password);
};

/**
 * There is a person with this address. The owner of another account may have registered it with an invitation, although it belongs to
 * somebody else. So `add` changes nothing and says what to do.
 */
const explainExisting: UserVerb = async ({ context, database, options }) => {
  const [email, accountId] = [normalizeEmail(emailOf(options)), accountOf(options)];
  const person = (await listUsers(database)).find((each) => each.email === email);
  if (person?.memberships.some((membership) => membership.accountId === accountId))
    return context.say(`${email} already belongs to account ${accountId}. The password is unchanged.`);
  const accounts = person?.memberships.map(({ accountId: id, accountName }) => `${id} ${accountName}`);
  throw new FailedError(
    [
      `There is a person ${email} already, since ${person?.createdAt.toISOString().slice(0, 10)}, in ${accounts?.join(', ') || 'no account'}.`,
      person?.isVerified
        ? 'Nothing was changed.'
        : 'Nothing was changed. An owner of that account may have registered the address of somebody else: ask the person.',
      `If it is the same person: ${person?.isVerified ? '' : `user verify ${email}, then `}user join ${email} --account ${accountId}.`,
      `If not, first: user remove ${email}.`,
    ].join('\n'),
  );
};

const join: UserVerb = async (verb) => {
  const { context, database, options } = verb;
  const accountId = accountOf(options);
  const person = await personOf(verb);
  if (!person.isVerified) throw unverified(person);
  const rights = { role: options.role, websiteIds: await websitesOf(verb, accountId) };
  const outcome = await addMembership(database, { userId: person.id, accountId, ...rights });
  if (outcome === 'unknown_account') throw unknownAccount(accountId);
  if (outcome === 'last_owner') throw lastOwner(person, accountId);
  const text = {
    added: `now belongs to account ${accountId}`,
    role_changed: `has other rights in account ${accountId} now${options.role ? `: ${options.role}` : ''}`,
    already_member: `already belongs to account ${accountId}`,
  }[outcome];
  context.say(`${person.email} ${text}. The password is unchanged.`);
};

function unverified({ email }: UserWithPassword): FailedError {
  return new FailedError(
    `Nobody has verified that ${email} belongs to this person, who came by the invitation of an owner.\n` +
      `Nothing was changed. Ask the person, then: user verify ${email}. If it is somebody else: user remove ${email}.`,
  );
}

function lastOwner({ email }: UserWithPassword, accountId: number): FailedError {
  return new FailedError(
    `${email} is the last owner of account ${accountId}. Nothing was changed.\n` +
      `First make somebody else its owner: user join EMAIL --account ${accountId} --role owner.`,
  );
}

const verify: UserVerb = async (verb) => {
  const person = await personOf(verb);
  await verifyAddress(verb.database, person);
  verb.context.say(`${person.email} ${person.isVerified ? 'was verified already' : 'is verified now'}.`);
};

const verifyDomain: UserVerb = async ({ context, database, options }) => {
  const domain = mailDomain(options.email ?? '') ?? '';
  if (!isDomain(domain)) throw new UsageError('Pass the domain of the company, such as example.com.');
  const accountId = accountOf(options);
  const outcome = await verifyCompanyDomain(database, { accountId, domain });
  const text = {
    verified: `People of ${domain} can now sign in to account ${accountId} at their company.`,
    unknown: `Account ${accountId} has no company login for ${domain}. Its owner sets it up on the page /members.`,
    taken: `${domain} is verified for another account already. Nothing was changed.`,
  }[outcome];
  if (outcome !== 'verified') throw new FailedError(text);
  context.say(text);
};

const resetSecondFactor: UserVerb = async (verb) => {
  const person = await personOf(verb);
  const count = await resetSecondFactors(verb.database, person.id);
  verb.context.say(
    count === 0
      ? `${person.email} has no second factor. Nothing was changed.`
      : `${person.email} now signs in with the password alone, until they add a second factor.`,
  );
};

const leave: UserVerb = async (verb) => {
  const { context, database, options } = verb;
  const accountId = accountOf(options);
  const person = await personOf(verb);
  const outcome = await leaveAccount(database, { userId: person.id, accountId });
  if (outcome === 'last_owner') throw lastOwner(person, accountId);
  if (outcome !== 'left') throw new FailedError(`${person.email} does not belong to account ${accountId}.`);
  context.say(
    `${person.email} has left account ${accountId}. Their tokens and applications have lost its websites.`,
  );
};

const remove: UserVerb = async (verb) => {
  const person = await personOf(verb);
  await removeUser(verb.database, person);
  verb.context.say(`${person.email} was removed. Their sessions, applications and tokens have ended.`);
};

const password: UserVerb = async (verb) => {
  const { context, database, options, givenPassword, issuer } = verb;
  const person = await personOf(verb);
  if (options.link) {
    const secret = await createLink(database, { kind: 'password', userId: person.id });
    context.say(`${person.email} can choose a password here, once, within two days:`);
    context.stdout.write(`${issuer}/password?link=${secret}\n`);
    return;
  }
  const chosen = await choosePassword(context, givenPassword, options.generate, emailOf(options));
  await changePassword(database, { id: person.id, passwordHash: await hashPassword(chosen.text) });
  context.say(
    `The password of ${person.email} was changed. Their sessions, applications and tokens have ended.`,
  );
  showGenerated(context, chosen);
};

const list: UserVerb = async ({ context, database, options }) => {
  const accountId = options.account === undefined ? undefined : accountOf(options);
  const people = (await listUsers(database)).filter(
    ({ memberships }) =>
      accountId === undefined || memberships.some((membership) => membership.accountId === accountId),
  );
  writeTable(context, people, { columns: COLUMNS, json: options.json });
};

const COLUMNS: TableColumns<Awaited<ReturnType<typeof listUsers>>[number]> = {
  'E-MAIL': ({ email }) => email,
  VERIFIED: ({ isVerified }) => (isVerified ? 'yes' : 'no'),
  ACCOUNTS: ({ memberships }) =>
    memberships.map(({ accountId: id, accountName, role }) => `${id} ${accountName} (${role})`).join(', '),
  SINCE: ({ createdAt }) => createdAt.toISOString().slice(0, 10),
};

export const USER_VERBS = {
  list,
  add,
  join,
  verify,
  'verify-domain': verifyDomain,
  leave,
  remove,
  password,
  'reset-second-factor': resetSecondFactor,
};

export const VERB_NAMES = Object.keys(USER_VERBS) as (keyof typeof USER_VERBS)[];
