import { randomBytes } from 'node:crypto';
import { seal } from '@funnel/db';
import {
  type AuthorizationStore,
  type CompanyLoginError,
  canBeAskedAbout,
  companyLogins,
  consumeThrottle,
  findCompanyLogin,
  signInByCompany,
} from '@funnel/identity';
import { pageHeaders, sendPage, textOf } from '@funnel/pages';
import { type Logger, methodNotAllowed, networkOf, sendErrorPage } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import type { PageDependencies } from '../account/signed-in.ts';
import { continuePage } from '../pages/message-pages.ts';
import { parseForm } from '../people/forms.ts';
import { homeOf } from '../token-page/login-routes.ts';
import { callbackOf, COMPANY_CALLBACKS } from './company-callback.ts';
import { companyLoginPage } from './company-login-page.ts';
import type { LoginChecks } from './company-provider.ts';
import type { CompanySettings } from './company-settings.ts';
import { describeFailure, NOT_ACCEPTED, type ProviderFailure } from './provider-failures.ts';

export interface CompanyLoginDependencies
  extends CompanySettings,
    Pick<PageDependencies, 'database' | 'people' | 'issuer' | 'clock'> {
  store: AuthorizationStore;
  logger: Logger;
}

/** A login that has gone to a provider. */
interface UnderWay extends LoginChecks {
  accountId: number;
  /** The provider, which the account may have changed meanwhile. Undefined for a login that an older version has begun. */
  issuer?: string | undefined;
  interaction: string;
}

const MODEL = 'CompanyLoginUnderWay';
const LIFE_SECONDS = 600;
/** Each makes the server ask somebody else. */
const PER_NETWORK = { windowSeconds: 600, limit: 60 };

const RETRY_AFTER = '5';
const STALE_FORM = 'This form was open for too long. Please try again.';
const UNKNOWN = 'No company with this domain has set up its login here. Sign in with your password instead.';

const SEVERAL_ACCOUNTS =
  'You also belong to other accounts, and the login of your company counts for its own only. Sign in with your password or a passkey. If you have none, ask the operator of this service for a link to choose a password.';

const REASONS: Readonly<Record<CompanyLoginError, string>> = {
  removed:
    'You were removed from the account of your company. One of its owners can ask the operator of this service to let you join again.',
  other_subject:
    'Somebody else at your company has signed in with this address before. Ask an owner of the account, or the operator of this service, to remove that person first.',
  unverified_email:
    'Your company does not say that your e-mail address is verified. If you have a password here, sign in with it first, then start again.',
  foreign_domain:
    'You have signed in at your company with an address of another domain. Start again with that one.',
  unreadable:
    'Your company sends an address or an id that cannot be used here. Show this to its administrator.',
  other_person:
    'There is a person with your address already. Sign in with the password first, then start again: that connects the two.',
};

/** `/login/company`: a person signs in at the provider of a company. */
export function companyLoginRoutes(dependencies: CompanyLoginDependencies): Router {
  const { database, store, people, providers, encryptionKey, issuer, clock, logger } = dependencies;

  function show(
    req: Request,
    res: Response,
    { status = 200, ...view }: { status?: number; interaction: string; email?: string; error?: string },
  ): void {
    sendPage(res, status, companyLoginPage({ csrf: people.csrfToken(req, res), ...view }));
  }

  function refuse(req: Request, res: Response, { status, reason: detail }: ProviderFailure): void {
    if (status === 503) res.set('Retry-After', RETRY_AFTER);
    sendErrorPage(req, res, status, { title: 'You are not signed in', detail });
  }

  const router = Router();
  router
    .route('/login/company')
    .all(pageHeaders)
    .get((req, res) => show(req, res, { interaction: interactionOf(req.query) }))
    .post(...parseForm, async (req, res) => {
      const email = textOf(req.body, 'email').slice(0, 254);
      const interaction = interactionOf(req.body);
      const again = (status: number, error: string) => show(req, res, { status, interaction, email, error });
      if (!people.verifyCsrf(req)) return again(403, STALE_FORM);
      const key = `company-login:${networkOf(req.ip)}`;
      const { allowed, retryAfterSeconds } = await consumeThrottle(database, key, {
        ...PER_NETWORK,
        now: clock(),
      });
      if (!allowed) {
        res.set('Retry-After', String(retryAfterSeconds));
        return again(429, 'Too many attempts. Try again in some minutes.');
      }
      const login = await findCompanyLogin(database, email);
      if (!login) return again(422, UNKNOWN);
      const checks = { state: newValue(), nonce: newValue(), verifier: newValue() };
      const isFirst = !(await canBeAskedAbout(database, login, email));
      const to = await providers.loginAddress(login, checks, isFirst).catch((err: unknown) => {
        logger.warn({ err, issuer: login.issuer }, 'the provider of a company does not answer');
        return describeFailure(err);
      });
      if ('reason' in to) {
        if (to.status === 503) res.set('Retry-After', RETRY_AFTER);
        return again(to.status, to.reason);
      }
      const underWay: UnderWay = {
        ...checks,
        accountId: login.accountId,
        issuer: login.issuer,
        interaction,
      };
      await store.upsert(MODEL, checks.state, { ...underWay }, LIFE_SECONDS);
      people.bindToBrowser(req, res, checks.state);
      // A page, because Chromium lets no form lead to another server.
      sendPage(res, 200, continuePage({ to: to.href, clientName: 'your company' }));
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route(COMPANY_CALLBACKS)
    .all(pageHeaders)
    .get(async (req, res) => {
      const underWay = await takeUnderWay(req);
      const [login] = underWay ? await companyLogins(database, [underWay.accountId]) : [];
      if (!underWay || !login?.isVerified) return refuse(req, res, NOT_ACCEPTED);
      // The code may be of another provider, which this one must not see.
      const isExpected = req.path === callbackOf(login) && (underWay.issuer ?? login.issuer) === login.issuer;
      if (!isExpected) return refuse(req, res, NOT_ACCEPTED);
      const returned = new URL(req.originalUrl, issuer);
      const answer = await providers.finish(login, returned, underWay).catch((err: unknown) => {
        logger.warn({ err, issuer: login.issuer }, 'the answer of a provider was refused');
        return describeFailure(err);
      });
      if ('reason' in answer) return refuse(req, res, answer);
      const session = await people.anyPerson(req);
      // Only who has shown what is theirs connects themselves.
      const current = session?.isByCompany ? undefined : session?.id;
      const by = { address: networkOf(req.ip) };
      const refreshToken = answer.refreshToken && seal(answer.refreshToken, encryptionKey);
      const person = { ...answer, refreshToken: refreshToken || undefined };
      const result = await signInByCompany(database, { login, person, current, now: clock() }, by);
      if ('error' in result) return refuse(req, res, { status: 403, reason: REASONS[result.error] });
      const isStillSignedIn = result.user.id === current;
      if (!result.isOnlyHere && !isStillSignedIn)
        return refuse(req, res, { status: 403, reason: SEVERAL_ACCOUNTS });
      if (result.isOnlyHere) await people.startCompanySession(req, res, result.user, login.accountId);
      res.redirect(303, underWay.interaction ? `/interaction/${underWay.interaction}` : homeOf(people));
    })
    .all(methodNotAllowed('GET', 'HEAD'));

  /** The login that this browser has begun, once. */
  async function takeUnderWay(req: Request): Promise<UnderWay | undefined> {
    const { state } = req.query;
    if (typeof state !== 'string' || state !== people.boundToBrowser(req)) return undefined;
    const found = await store.find(MODEL, state);
    if (!found || !(await store.consume(MODEL, state)).isFirst) return undefined;
    return found.payload as unknown as UnderWay;
  }
  return router;
}

/** The id of an authorization, as oidc-provider makes them. */
function interactionOf(fields: unknown): string {
  const uid = textOf(fields, 'interaction');
  return /^[\w-]{1,64}$/.test(uid) ? uid : '';
}

function newValue(): string {
  return randomBytes(32).toString('base64url');
}
