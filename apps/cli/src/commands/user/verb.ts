import type { Database, MemberRole } from '@funnel/db';
import { isEmail, type WebsiteId } from '@funnel/domain';
import { findUserByEmail, MEMBER_ROLES, type UserWithPassword, websitesOfAccount } from '@funnel/identity';
import { type CommandContext, FailedError, UsageError } from '../../context.ts';
import { oneOf, parseIdOption } from '../../options.ts';

export interface UserOptions {
  email: string | undefined;
  account: string | undefined;
  role: MemberRole | undefined;
  /** The only websites of the account that the person sees; null for all. */
  websites: readonly number[] | null | undefined;
  generate: boolean;
  link: boolean;
  json: boolean;
}

export interface UserVerbContext {
  context: CommandContext;
  database: Database;
  options: UserOptions;
  /** `USER_PASSWORD`. */
  givenPassword: string | undefined;
  /** The address of the authorization server, for links. */
  issuer: string;
}

export type UserVerb = (verb: UserVerbContext) => Promise<void>;

export function emailOf({ email }: UserOptions): string {
  if (!email) throw new UsageError('Pass the e-mail of the person.');
  if (!isEmail(email)) throw new UsageError(`${email} is not an e-mail address.`);
  return email;
}

export function accountOf({ account }: UserOptions): number {
  return parseIdOption(account ?? '', '--account must be the id of an account.');
}

export async function personOf({ database, options }: UserVerbContext): Promise<UserWithPassword> {
  const email = emailOf(options);
  const person = await findUserByEmail(database, email);
  if (!person) throw new UsageError(`There is no person ${email}. \`user list\` shows everybody.`);
  return person;
}

export function parseRole(text: string | undefined): MemberRole | undefined {
  if (text === undefined) return undefined;
  return oneOf(text, MEMBER_ROLES, `--role must be one of ${MEMBER_ROLES.join(', ')}.`);
}

export function parseWebsites(text: string | undefined): number[] | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'all') return null;
  return text
    .split(',')
    .map((id) => parseIdOption(id.trim(), '--websites must be ids, such as 11,12, or all.'));
}

/** The websites that the verb needs, which must be of the account. */
export async function websitesOf(
  { database, options }: UserVerbContext,
  accountId: number,
): Promise<WebsiteId[] | null | undefined> {
  const { websites } = options;
  if (!websites) return websites;
  const own = (await websitesOfAccount(database, accountId)).filter((id) => websites.includes(id));
  const unknown = websites.filter((asked) => !own.some((id) => id === asked));
  if (unknown.length > 0) throw new UsageError(`Account ${accountId} has no website ${unknown.join(', ')}.`);
  return own;
}

export function unknownAccount(accountId: number): FailedError {
  return new FailedError(
    `There is no account ${accountId}. \`account list\` shows all, \`account add\` creates one.`,
  );
}
