import { ServiceError } from '@funnel/domain';
import {
  accountPage,
  type AccountPath,
  DASHBOARD_PAGES,
  html,
  layout,
  type PageContent,
  pageHeaders,
  prefersPage,
  sendPage,
} from '@funnel/pages';
import {
  admissionOf,
  type Logger,
  methodNotAllowed,
  type RateLimiter,
  readForm,
  rejectForgedForm,
  requestIdOf,
  sendErrorPage,
} from '@funnel/service';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { isFromOtherSite } from '../data/same-origin.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { SCOPE } from '../sign-in/authorization-client.ts';
import type { BeginSignIn } from '../sign-in/sign-in.ts';
import { askAboutAccount, NotAllowedError, type Question, type RestAnswer } from './ask-about-account.ts';

export interface AccountVisitsOptions {
  /** The authorization server, which has the other pages of an account. */
  issuer: string;
  sessions: Sessions;
  beginSignIn: BeginSignIn;
  rateLimiter: RateLimiter;
  restUrl: string;
  timeoutMs: number;
  logger: Logger;
}

export interface Visit {
  req: Request;
  res: Response;
  /** The address that the person signs in with. */
  email: string | undefined;
  /** For the forms of the page. */
  csrf: string;
  /** Asks the REST API with the token of the person. */
  ask: <Body>(question: Question) => Promise<RestAnswer<Body>>;
  show: (status: number, path: AccountPath, content: PageContent) => void;
  /** Says that there is nothing, or nothing of this person. */
  showNotFound: (detail: string) => void;
}

type VisitHandler = (visit: Visit) => Promise<void> | void;

/** Routes of the pages of an account, for people who are signed in. Others are sent to the sign-in. */
export interface AccountVisits {
  router: express.Router;
  /** A page, and the form that is sent to the same path, if there is one. */
  page: (path: string, show: VisitHandler, send?: VisitHandler) => void;
  /** A form that is sent to a path without a page. */
  form: (path: string | string[], send: VisitHandler) => void;
}

const NOT_NOW = {
  title: 'Something went wrong',
  detail: 'This is a problem on our side. Please try again in a moment.',
};

/** What the pages show and change goes over the REST API, as for everybody else. */
export function accountVisits(options: AccountVisitsOptions): AccountVisits {
  const { issuer, sessions, beginSignIn, rateLimiter, logger } = options;
  const router = express.Router();

  async function visit(req: Request, res: Response, session: Session, handle: VisitHandler): Promise<void> {
    const key = session.idHash.toString('hex');
    await rateLimiter.take(`dashboard:${key}`);
    await admissionOf(req).count({ caller: key });
    const { email } = session;
    const csrf = sessions.csrfToken(req);
    const viewer = { name: email, csrf, signOutPath: '/sign-out', accountUrl: issuer, reportsUrl: '' };
    await handle({
      req,
      res,
      email,
      csrf,
      ask: (question) => askAboutAccount(req, question, session, options),
      show: (status, path, content) => sendPage(res, status, accountPage(path, viewer, content)),
      showNotFound: (detail) => sendErrorPage(req, res, 404, { title: 'Not found', detail }),
    });
  }

  /** A session from before these pages is sent through the sign-in once; one that may not see them in any case is told so. */
  async function signInAgain(req: Request, res: Response, { asked }: Session, why: NotAllowedError['why']) {
    const isPage = req.method === 'GET' || req.method === 'HEAD';
    if (isPage && (why === 'ended' || asked !== SCOPE)) return beginSignIn(req, res, req.originalUrl);
    // Not a redirect: Chromium does not let a form lead to another origin.
    return sendPage(res, why === 'ended' ? 401 : 403, signInAgainPage(req));
  }

  const answer =
    (handle: VisitHandler, isForm: boolean): RequestHandler =>
    async (req, res) => {
      const session = await sessions.find(req);
      if (!session && isForm) return sendPage(res, 401, signInAgainPage(req));
      if (!session && !prefersPage(req))
        throw new ServiceError('unauthorized', 'Open this address in a browser to sign in.');
      if (!session) return beginSignIn(req, res, req.originalUrl);
      const { csrf } = (req.body ?? {}) as { csrf?: unknown };
      if (isForm && (isFromOtherSite(req) || !sessions.verifyCsrf(req, csrf)))
        return rejectForgedForm(req, res);
      try {
        return await visit(req, res, session, handle);
      } catch (error) {
        if (!(error instanceof NotAllowedError)) throw error;
        return signInAgain(req, res, session, error.why);
      }
    };

  const errorPages: ErrorRequestHandler = (error: unknown, req, res, next) => {
    if (res.headersSent || !prefersPage(req) || !(error instanceof ServiceError)) return next(error);
    res.set(error.headers ?? {});
    if (error.status < 500)
      return sendErrorPage(req, res, error.status, {
        title: 'This request was rejected',
        detail: error.detail,
      });
    logger.error({ err: error, requestId: requestIdOf(req) }, 'request failed');
    return sendErrorPage(req, res, error.status, NOT_NOW);
  };

  return {
    router,
    page(path, show, send) {
      const route = router.route(path).all(pageHeaders).get(answer(show, false));
      if (send) route.post(...parseForm, answer(send, true)).all(methodNotAllowed('GET', 'HEAD', 'POST'));
      else route.all(methodNotAllowed('GET', 'HEAD'));
      route.all(errorPages);
    },
    form(path, send) {
      router
        .route(path)
        .all(pageHeaders)
        .post(...parseForm, answer(send, true))
        .all(methodNotAllowed('POST'), errorPages);
    },
  };
}

const readText = express.text({ type: 'application/x-www-form-urlencoded', limit: '64kb' });
const readFields: RequestHandler = (req, _res, next) => {
  req.body = readForm(req.body);
  next();
};
const parseForm: readonly RequestHandler[] = [readText, readFields];

function signInAgainPage({ path }: Request): string {
  const to = DASHBOARD_PAGES.find((page) => path.startsWith(page)) ?? '/';
  return layout({
    title: 'Sign in again',
    content: html`<h1>Sign in again</h1>
<p>Your session has ended, or does not allow this page. Nothing was changed.</p>
<p><a href="/sign-in?to=${encodeURIComponent(to)}">Sign in</a></p>`,
  });
}
