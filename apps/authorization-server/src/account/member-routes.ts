import { mailAddress, parseId } from '@funnel/domain';
import {
  type AccountMembers,
  changeMember,
  companyLogins,
  consumeThrottle,
  createLink,
  disconnectApplication,
  leaveAccount,
  listApplications,
  listInvitations,
  listPersonalTokens,
  listWithdrawn,
  ownedAccounts,
  revokeInvitation,
  removeCompanyLogin,
  requireSecondFactor,
  revokePersonalToken,
  saveCompanyLogin,
  setTokenLife,
} from '@funnel/identity';
import { noticeOf, sendPage, sentText, textOf } from '@funnel/pages';
import { sendErrorPage } from '@funnel/service';
import type { Response, Router } from 'express';
import { type CompanySettings, readCompanyLogin } from '../company-login/company-settings.ts';
import { TOKEN_LIFETIMES } from '../lifetimes.ts';
import type { Person } from '../people/people.ts';
import { type MembersPageOptions, membersPage } from './members-page.ts';
import { rightsOf } from './rights-fields.ts';
import { type PageDependencies, signedInRoutes, type Visit } from './signed-in.ts';

export interface MemberDependencies extends PageDependencies {
  /** Undefined where company logins are off. */
  company?: CompanySettings | undefined;
}

const NOTICES = {
  removed: 'The person was removed from the account and has lost its websites.',
  changed: 'The rights were changed. What the person has granted beyond them has ended.',
  limited: 'The longest life of tokens was changed, also for the tokens that exist.',
  'second-factor': 'It was changed whether a second factor is required.',
  company: 'The company login was saved. It works when the operator has confirmed the domain.',
  'company-removed': 'The company login was removed. People who came by it need a password.',
  uninvited: 'The invitation was revoked and its link no longer works.',
  revoked: 'The token was revoked and no longer works.',
  disconnected: 'The application was disconnected and has lost access.',
} as const;

const COMPANY_LOGINS_OF_ACCOUNT = { windowSeconds: 600, limit: 30 };
const TOO_OFTEN = 'The provider was asked too often. Check its address, and try again in ten minutes.';
const DAY_SECONDS = 86_400;
const TOKEN_LIFE_DAYS = Object.values(TOKEN_LIFETIMES).map(({ seconds }) => seconds / DAY_SECONDS);

const NOT_FOUND = {
  title: 'Not found',
  detail:
    'It may have ended already, or it is not of an account that you own. Go back to the list of members.',
};

const OWN_SECOND_FACTOR_FIRST =
  'Set up your own second factor first, on the page “Second factor”. Otherwise you would lock yourself out.';
const NO_OWNERS_BY_COMPANY = 'Choose member or reader. An owner makes other people owners.';
const NEITHER_NOR = 'Say whether a second factor is required. Nothing was changed.';
const NO_SUCH_LIFE = 'Choose one of the times of the list. Nothing was changed.';
const NOT_AN_EMAIL = 'Enter the e-mail address of the person whom you invite.';

/** `/members`: what the owner of an account sees and may end. */
export function memberRoutes(dependencies: MemberDependencies): Router {
  const { database, people, resources, issuer, company, clock } = dependencies;
  const { router, page, form } = signedInRoutes(people);

  /** What other members have that can reach a website of these accounts. */
  async function createdByMembers(person: Person, accounts: readonly AccountMembers[]) {
    const own = new Set<number>(accounts.flatMap(({ websites }) => websites).map(({ id }) => id));
    const members = new Map(accounts.flatMap(({ members: all }) => all).map((member) => [member.id, member]));
    members.delete(person.id);
    const reaches = ({ websiteIds }: { websiteIds: readonly number[] }) =>
      websiteIds.some((id) => own.has(id));
    const tokens = [];
    const applications = [];
    for (const { id, email } of members.values()) {
      const all = await listPersonalTokens(database, id);
      tokens.push(...all.filter(reaches).map((token) => ({ ...token, userId: id, email })));
      applications.push(...(await listApplications(database, id)).filter(reaches));
    }
    // Other websites of a service token are those of other accounts.
    const serviceTokens = (await listPersonalTokens(database, null))
      .filter(reaches)
      .map((token) => ({ ...token, websiteIds: token.websiteIds.filter((id) => own.has(id)) }));
    return { tokens, applications, serviceTokens };
  }

  async function show(
    { res, person, csrf }: Visit,
    view: Pick<MembersPageOptions, 'invitation' | 'notice' | 'error'>,
    status = 200,
  ): Promise<void> {
    const accounts = await ownedAccounts(database, person.id);
    const accountIds = accounts.map(({ id }) => id);
    const shown = membersPage({
      ...view,
      ...(await createdByMembers(person, accounts)),
      csrf,
      person,
      accounts,
      invitations: await listInvitations(database, accountIds),
      companyLogins: company && (await companyLogins(database, accountIds)),
      withdrawn: await listWithdrawn(database.sql, accountIds),
      server: issuer,
      resources,
      now: clock(),
    });
    sendPage(res, status, shown);
  }

  const refuse = (visit: Visit, error: string) => show(visit, { error }, 422);
  const notFound = ({ req, res }: Visit) => sendErrorPage(req, res, 404, NOT_FOUND);
  const done = (res: Response, notice: keyof typeof NOTICES) =>
    res.redirect(303, `/members?notice=${notice}`);

  /** A form about an account that its sender owns. */
  const accountForm = (
    path: string,
    handle: (visit: Visit, account: AccountMembers) => Promise<void> | void,
  ) =>
    form(`/members/:account/${path}`, async (visit) => {
      const id = parseId(visit.req.params['account']);
      const account = (await ownedAccounts(database, visit.person.id)).find((owned) => owned.id === id);
      await (account ? handle(visit, account) : notFound(visit));
    });

  /** The member that an address names; nobody changes or removes themselves. */
  const memberOf = ({ req, person }: Visit, { members }: AccountMembers) => {
    const userId = parseId(req.params['user']);
    return members.find(({ id }) => id === userId && id !== person.id);
  };

  /** Each attempt makes the server ask somebody else, at an address that the owner chooses. */
  async function mayAskProvider({ id }: AccountMembers): Promise<boolean> {
    const rule = { ...COMPANY_LOGINS_OF_ACCOUNT, now: clock() };
    return (await consumeThrottle(database, `company-settings:${id}`, rule)).allowed;
  }

  page('/members', (visit) => show(visit, { notice: noticeOf(visit.req.query, NOTICES) }));

  accountForm('invite', async (visit, account) => {
    const { body } = visit.req;
    const rights = rightsOf(body, account);
    if (typeof rights === 'string') return refuse(visit, rights);
    const email = mailAddress(textOf(body, 'email'));
    if (email === undefined) return refuse(visit, NOT_AN_EMAIL);
    const { role, websiteIds } = rights;
    const purpose = { accountId: account.id, role, email, ...(websiteIds && { websiteIds }) };
    const secret = await createLink(database, { kind: 'invitation', ...purpose }, visit.actor);
    const url = `${issuer}/invitation?link=${secret}`;
    return show(visit, { invitation: { url, email, accountName: account.name } }, 201);
  });

  accountForm('invitations/:id/revoke', async (visit, { id: accountId }) => {
    const { req, res, actor } = visit;
    const invitation = { id: String(req.params['id']), accountId };
    if (await revokeInvitation(database, invitation, actor)) done(res, 'uninvited');
    else notFound(visit);
  });

  accountForm('change/:user', async (visit, account) => {
    const member = memberOf(visit, account);
    if (!member) return notFound(visit);
    const rights = rightsOf(visit.req.body, account);
    if (typeof rights === 'string') return refuse(visit, rights);
    const change = { userId: member.id, accountId: account.id, ...rights };
    const outcome = await changeMember(database, change, visit.actor);
    if (outcome === 'not_owner' || outcome === 'last_owner') return notFound(visit);
    return done(visit.res, 'changed');
  });

  accountForm('second-factor', async (visit, { id: accountId, members }) => {
    const { req, res, person, actor } = visit;
    const required = sentText(req.body, 'required');
    if (required === undefined) return refuse(visit, NEITHER_NOR);
    const isOn = required === 'yes';
    const own = members.find(({ id }) => id === person.id);
    if (isOn && !own?.hasSecondFactor) return refuse(visit, OWN_SECOND_FACTOR_FIRST);
    await requireSecondFactor(database, { accountId, isOn }, actor);
    return done(res, 'second-factor');
  });

  accountForm('company-login', async (visit, account) => {
    const { req, res, actor } = visit;
    if (!company) return notFound(visit);
    const rights = rightsOf(req.body, account);
    if (typeof rights === 'string') return refuse(visit, rights);
    if (rights.role === 'owner') return refuse(visit, NO_OWNERS_BY_COMPANY);
    if (!(await mayAskProvider(account))) return show(visit, { error: TOO_OFTEN }, 429);
    const [before] = await companyLogins(database, [account.id]);
    const asked = { account, rights, before, settings: company, server: issuer };
    const read = await readCompanyLogin(req.body, asked);
    if ('error' in read) return refuse(visit, read.error);
    await saveCompanyLogin(database, read.login, actor);
    return done(res, 'company');
  });

  accountForm('company-login/remove', async ({ res, actor }, { id }) => {
    await removeCompanyLogin(database, id, actor);
    done(res, 'company-removed');
  });

  accountForm('token-life', async (visit, { id: accountId }) => {
    const text = sentText(visit.req.body, 'days');
    const days = text === '' ? null : Number(text);
    if (days !== null && !TOKEN_LIFE_DAYS.includes(days)) return refuse(visit, NO_SUCH_LIFE);
    await setTokenLife(database, { accountId, days }, visit.actor);
    return done(visit.res, 'limited');
  });

  accountForm('remove/:user', async (visit, account) => {
    const member = memberOf(visit, account);
    const membership = member && { userId: member.id, accountId: account.id };
    if (membership && (await leaveAccount(database, membership, visit.actor)) === 'left')
      done(visit.res, 'removed');
    else notFound(visit);
  });

  form('/members/tokens/:id/revoke', async (visit) => {
    const { req, res, person, actor } = visit;
    const { tokens } = await createdByMembers(person, await ownedAccounts(database, person.id));
    const token = tokens.find(({ id }) => id === parseId(req.params['id']));
    if (token && (await revokePersonalToken(database, token.userId, token.id, actor))) done(res, 'revoked');
    else notFound(visit);
  });

  form('/members/applications/:id/disconnect', async (visit) => {
    const { req, res, person, actor } = visit;
    const { applications } = await createdByMembers(person, await ownedAccounts(database, person.id));
    const application = applications.find(({ id }) => id === req.params['id']);
    if (!application) return notFound(visit);
    await disconnectApplication(database, application, actor);
    return done(res, 'disconnected');
  });
  return router;
}
