import type { Database } from '@funnel/db';
import { mailAddress, parseId, type WebsiteId } from '@funnel/domain';
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
  MEMBER_ROLES,
  type MemberRole,
  ownedAccounts,
  revokeInvitation,
  removeCompanyLogin,
  requireSecondFactor,
  revokePersonalToken,
  saveCompanyLogin,
  setTokenLife,
} from '@funnel/identity';
import { allowScript, errorPage, pageHeaders, sendPage } from '@funnel/pages';
import { type Clock, methodNotAllowed, requestIdOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { type CompanySettings, readCompanyLogin } from '../company-login/company-settings.ts';
import { TOKEN_LIFETIMES } from '../lifetimes.ts';
import { actorOf } from '../people/actor.ts';
import { parseForm, textOf } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';
import type { ResourceUris } from '../resources.ts';
import { MEMBERS_NOTICES, type MembersNotice, type MembersPageOptions, membersPage } from './members-page.ts';
import { fromSender, personAt } from './signed-in.ts';

/** What the page needs. */
export interface MemberDependencies {
  database: Database;
  people: People;
  resources: ResourceUris;
  issuer: string;
  /** Undefined where company logins are off. */
  company?: CompanySettings | undefined;
  clock: Clock;
}

const COMPANY_LOGINS_OF_ACCOUNT = { windowSeconds: 600, limit: 30 };
const TOO_OFTEN = 'The provider was asked too often. Check its address, and try again in ten minutes.';
const DAY_SECONDS = 86_400;
const TOKEN_LIFE_DAYS = Object.values(TOKEN_LIFETIMES).map(({ seconds }) => seconds / DAY_SECONDS);

const NOT_FOUND = {
  title: 'Not found',
  detail:
    'It may have ended already, or it is not of an account that you own. Go back to the list of members.',
};

const NO_SUCH_RIGHTS = 'Choose a role and websites of the list. Nothing was changed.';
const NO_WEBSITE =
  'Select at least one website, or choose “All, also those added later”. To let somebody see nothing, remove them from the account. Nothing was changed.';
const OWN_SECOND_FACTOR_FIRST =
  'Set up your own second factor first, on the page “Second factor”. Otherwise you would lock yourself out.';
const NO_OWNERS_BY_COMPANY = 'Choose member or reader. An owner makes other people owners.';
const NO_SUCH_LIFE = 'Choose one of the times of the list. Nothing was changed.';
const NOT_AN_EMAIL = 'Enter the e-mail address of the person whom you invite.';

/** `/members`: what the owner of an account sees and may end. */
export function memberRoutes(dependencies: MemberDependencies): Router {
  const { database, people, resources, issuer, company, clock } = dependencies;
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
    req: Request,
    res: Response,
    person: Person,
    view: Pick<MembersPageOptions, 'invitation' | 'notice' | 'error'> & { status?: number },
  ): Promise<void> {
    const accounts = await ownedAccounts(database, person.id);
    const accountIds = accounts.map(({ id }) => id);
    if (view.invitation) allowScript(res);
    const page = membersPage({
      ...view,
      ...(await createdByMembers(person, accounts)),
      csrf: people.csrfToken(req, res),
      person,
      accounts,
      invitations: await listInvitations(database, accountIds),
      companyLogins: company && (await companyLogins(database, accountIds)),
      withdrawn: await listWithdrawn(database.sql, accountIds),
      server: issuer,
      resources,
      now: clock(),
    });
    sendPage(res, view.status ?? 200, page);
  }

  const refuse = (req: Request, res: Response) =>
    sendPage(res, 404, errorPage({ ...NOT_FOUND, requestId: requestIdOf(req) }));

  /** The account of the address, if the sender owns it. */
  async function ownedAccount(req: Request, person: Person): Promise<AccountMembers | undefined> {
    const id = parseId(req.params['account']);
    return (await ownedAccounts(database, person.id)).find((account) => account.id === id);
  }

  /** Each attempt makes the server ask somebody else, at an address that the owner chooses. */
  async function mayAskProvider({ id }: AccountMembers): Promise<boolean> {
    const rule = { ...COMPANY_LOGINS_OF_ACCOUNT, now: clock() };
    return (await consumeThrottle(database, `company-settings:${id}`, rule)).allowed;
  }

  const form = (path: string, handle: (req: Request, res: Response, person: Person) => Promise<void>) =>
    router
      .route(path)
      .all(pageHeaders)
      .post(parseForm, fromSender(people, handle))
      .all(methodNotAllowed('POST'));

  const router = Router();
  router
    .route('/members')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (person) await show(req, res, person, { notice: readNotice(req.query['notice']) });
    })
    .all(methodNotAllowed('GET', 'HEAD'));

  form('/members/:account/invite', async (req, res, person) => {
    const account = await ownedAccount(req, person);
    if (!account) return refuse(req, res);
    const rights = rightsOf(req.body, account);
    if (typeof rights === 'string') return show(req, res, person, { status: 422, error: rights });
    const email = mailAddress(textOf(req.body, 'email'));
    if (email === undefined) return show(req, res, person, { status: 422, error: NOT_AN_EMAIL });
    const { role, websiteIds } = rights;
    const purpose = {
      kind: 'invitation',
      accountId: account.id,
      role,
      email,
      ...(websiteIds && { websiteIds }),
    } as const;
    const secret = await createLink(database, purpose, actorOf(req, person));
    const url = `${issuer}/invitation?link=${secret}`;
    await show(req, res, person, { status: 201, invitation: { url, email, accountName: account.name } });
  });

  form('/members/:account/invitations/:id/revoke', async (req, res, person) => {
    const account = await ownedAccount(req, person);
    const invitation = { id: String(req.params['id']), accountId: account?.id ?? 0 };
    if (!account || !(await revokeInvitation(database, invitation, actorOf(req, person))))
      return refuse(req, res);
    res.redirect(303, '/members?notice=uninvited');
  });

  form('/members/:account/change/:user', async (req, res, person) => {
    const account = await ownedAccount(req, person);
    const userId = parseId(req.params['user']);
    const member = account?.members.find(({ id }) => id === userId && id !== person.id);
    if (!account || !member) return refuse(req, res);
    const rights = rightsOf(req.body, account);
    if (typeof rights === 'string') return show(req, res, person, { status: 422, error: rights });
    const change = { userId: member.id, accountId: account.id, ...rights };
    const outcome = await changeMember(database, change, actorOf(req, person));
    if (outcome === 'not_owner' || outcome === 'last_owner') return refuse(req, res);
    res.redirect(303, '/members?notice=changed');
  });

  form('/members/:account/second-factor', async (req, res, person) => {
    const account = await ownedAccount(req, person);
    if (!account) return refuse(req, res);
    const isOn = textOf(req.body, 'required') === 'yes';
    const own = account.members.find(({ id }) => id === person.id);
    if (isOn && !own?.hasSecondFactor)
      return show(req, res, person, { status: 422, error: OWN_SECOND_FACTOR_FIRST });
    await requireSecondFactor(database, { accountId: account.id, isOn }, actorOf(req, person));
    res.redirect(303, '/members?notice=second-factor');
  });

  form('/members/:account/company-login', async (req, res, person) => {
    const account = await ownedAccount(req, person);
    if (!account || !company) return refuse(req, res);
    const rights = rightsOf(req.body, account);
    if (typeof rights === 'string') return show(req, res, person, { status: 422, error: rights });
    if (rights.role === 'owner') return show(req, res, person, { status: 422, error: NO_OWNERS_BY_COMPANY });
    if (!(await mayAskProvider(account))) return show(req, res, person, { status: 429, error: TOO_OFTEN });
    const [before] = await companyLogins(database, [account.id]);
    const read = await readCompanyLogin(req.body, {
      account,
      rights,
      before,
      settings: company,
      server: issuer,
    });
    if ('error' in read) return show(req, res, person, { status: 422, error: read.error });
    await saveCompanyLogin(database, read.login, actorOf(req, person));
    res.redirect(303, '/members?notice=company');
  });

  form('/members/:account/company-login/remove', async (req, res, person) => {
    const account = await ownedAccount(req, person);
    if (!account) return refuse(req, res);
    await removeCompanyLogin(database, account.id, actorOf(req, person));
    res.redirect(303, '/members?notice=company-removed');
  });

  form('/members/:account/token-life', async (req, res, person) => {
    const account = await ownedAccount(req, person);
    const text = textOf(req.body, 'days');
    const days = text === '' ? null : Number(text);
    const isKnown = days === null || TOKEN_LIFE_DAYS.includes(days);
    if (!account) return refuse(req, res);
    if (!isKnown) return show(req, res, person, { status: 422, error: NO_SUCH_LIFE });
    await setTokenLife(database, { accountId: account.id, days }, actorOf(req, person));
    res.redirect(303, '/members?notice=limited');
  });

  form('/members/:account/remove/:user', async (req, res, person) => {
    const account = await ownedAccount(req, person);
    const userId = parseId(req.params['user']);
    const member = account?.members.find(({ id }) => id === userId && id !== person.id);
    if (!account || !member) return refuse(req, res);
    const membership = { userId: member.id, accountId: account.id };
    const outcome = await leaveAccount(database, membership, actorOf(req, person));
    if (outcome !== 'left') return refuse(req, res);
    res.redirect(303, '/members?notice=removed');
  });

  form('/members/tokens/:id/revoke', async (req, res, person) => {
    const { tokens } = await createdByMembers(person, await ownedAccounts(database, person.id));
    const token = tokens.find(({ id }) => id === parseId(req.params['id']));
    const isRevoked =
      token && (await revokePersonalToken(database, token.userId, token.id, actorOf(req, person)));
    if (!isRevoked) return refuse(req, res);
    res.redirect(303, '/members?notice=revoked');
  });

  form('/members/applications/:id/disconnect', async (req, res, person) => {
    const { applications } = await createdByMembers(person, await ownedAccounts(database, person.id));
    const application = applications.find(({ id }) => id === req.params['id']);
    if (!application) return refuse(req, res);
    await disconnectApplication(database, application, actorOf(req, person));
    res.redirect(303, '/members?notice=disconnected');
  });
  return router;
}

/** The rights that a form chooses, or what is wrong with them. Only who says so gives all websites: nothing selected is not all. */
function rightsOf(
  body: unknown,
  account: AccountMembers,
): { role: MemberRole; websiteIds: WebsiteId[] | null } | string {
  const role = MEMBER_ROLES.find((name) => name === textOf(body, 'role'));
  const asked = [((body ?? {}) as Record<string, unknown>)['website_ids'] ?? []].flat().map(parseId);
  const own = account.websites.map(({ id }) => id).filter((id) => asked.includes(id));
  if (!role || own.length < new Set(asked).size) return NO_SUCH_RIGHTS;
  const isAll = textOf(body, 'which') === 'all' || role === 'owner';
  return isAll || own.length > 0 ? { role, websiteIds: isAll ? null : own } : NO_WEBSITE;
}

function readNotice(text: unknown): MembersNotice | undefined {
  return typeof text === 'string' && Object.hasOwn(MEMBERS_NOTICES, text)
    ? (text as MembersNotice)
    : undefined;
}
