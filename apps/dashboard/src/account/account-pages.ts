import { ServiceError } from '@funnel/domain';
import { errorPage, type Html, html, layout, pageHeader, prefersPage, sendPage } from '@funnel/pages';
import { admissionOf, type RateLimiter, requestIdOf } from '@funnel/service';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { fromOtherSite } from '../data/same-origin.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { askRest } from '../upstream/ask-rest.ts';
import { unavailable } from '../upstream/unavailable.ts';
import { accountLinks } from './account-links.ts';

/** What the pages of an account need. */
export interface AccountPagesOptions {
  issuer: string;
  sessions: Sessions;
  signIn: SignIn;
  rateLimiter: RateLimiter;
  /** Where the REST API is. */
  restUrl: string;
  timeoutMs: number;
}

/** What the REST API is asked for a page. */
interface Question {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`. */
  path: string;
  body?: object;
}

/** What the REST API says: an answer, or a mistake of the person. */
type RestAnswer = { body: unknown } | { problem: Problem };

/** A mistake of the person, as the REST API describes it. */
interface Problem {
  status: 404 | 422;
  detail: string;
  parameter?: string | undefined;
}

/** Somebody who is signed in and opens a page, or sends its form. */
export interface Visit {
  req: Request;
  res: Response;
  /** Asks the REST API with the token of the person. */
  ask: (question: Question) => Promise<RestAnswer>;
  /** Sends a page with the header of the account. */
  show: (status: number, page: { path: string; title: string; content: (csrf: string) => Html }) => void;
  /** Says that there is nothing, or nothing of this person. */
  notFound: (detail: string) => void;
}

/** Makes handlers for the pages of an account. */
export interface AccountPages {
  /** Shows a page; who is not signed in comes back to it after the sign-in. */
  page: (show: (visit: Visit) => Promise<void>) => RequestHandler;
  /** Accepts a form that a page of this session has sent. */
  form: (accept: (visit: Visit) => Promise<void>) => RequestHandler[];
}

/** The person has to sign in again: the session has ended, or began before it was allowed this. */
class SignInAgain extends Error {}

const FORGED = {
  title: 'The form was not accepted',
  detail: 'It was not sent from your current session, so nothing was changed. Reload the page and try again.',
};

/** Creates them. What they show and change goes over the REST API, as for everybody else. */
export function createAccountPages(options: AccountPagesOptions): AccountPages {
  const { issuer, sessions, signIn, rateLimiter, restUrl, timeoutMs } = options;

  async function ask(req: Request, session: Session, { method, path, body }: Question): Promise<RestAnswer> {
    const asked = {
      url: new URL(`${restUrl}/api${path}`),
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body && JSON.stringify(body),
    };
    const answer = await askRest(req, asked, session, { tokens: sessions, timeoutMs });
    if (!answer) throw new SignInAgain();
    const parsed = parseJson(await textOf(answer.pieces));
    const { status, headers } = answer;
    if (status < 300) return { body: parsed };
    const { detail = '', parameter } = (parsed ?? {}) as Partial<Problem>;
    if (status === 404 || status === 422) return { problem: { status, detail, parameter } };
    if (headers.get('www-authenticate')?.includes('insufficient_scope')) throw new SignInAgain();
    if (status === 403) return { problem: { status: 404, detail } };
    if (status === 429)
      throw new ServiceError('rate_limited', detail, {
        headers: { 'Retry-After': headers.get('retry-after') ?? '60' },
      });
    throw unavailable('reports', new Error(`The REST API answered ${status}.`));
  }

  const refuse = (req: Request, res: Response, status: number, text: { title: string; detail: string }) =>
    sendPage(res, status, errorPage({ ...text, requestId: requestIdOf(req) }));

  async function visit(req: Request, res: Response, session: Session, work: (visit: Visit) => Promise<void>) {
    const key = session.idHash.toString('hex');
    await rateLimiter.take(`dashboard:${key}`);
    await admissionOf(req).count({ caller: key });
    const csrf = sessions.csrfToken(req);
    try {
      await work({
        req,
        res,
        ask: (question) => ask(req, session, question),
        show(status, { path, title, content }) {
          const header = pageHeader({
            navigation: {
              label: 'Your account',
              links: [{ href: '/', text: 'Reports' }, ...accountLinks(issuer, path)],
            },
            account: { name: session.email, signOutPath: '/sign-out', csrf },
          });
          sendPage(res, status, layout({ title, width: 'wide', header, content: content(csrf) }));
        },
        notFound: (detail) => refuse(req, res, 404, { title: 'Not found', detail }),
      });
    } catch (error) {
      if (!(error instanceof SignInAgain)) throw error;
      sendPage(res, 401, signInAgainPage(req));
    }
  }

  return {
    page: (show) => async (req, res) => {
      const session = await sessions.find(req);
      if (session) return visit(req, res, session, show);
      if (!prefersPage(req))
        throw new ServiceError('unauthorized', 'Open this address in a browser to sign in.');
      return signIn.begin(req, res, req.originalUrl);
    },
    form: (accept) => [
      express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 100 }),
      async (req, res) => {
        const session = await sessions.find(req);
        // Not a redirect: Chromium does not let a form lead to another origin.
        if (!session) return sendPage(res, 401, signInAgainPage(req));
        const { csrf } = (req.body ?? {}) as { csrf?: unknown };
        if (fromOtherSite(req) || !sessions.verifyCsrf(req, csrf)) return refuse(req, res, 403, FORGED);
        return visit(req, res, session, accept);
      },
    ],
  };
}

function signInAgainPage({ path }: Request): string {
  const to = `/${path.split('/')[1] ?? ''}`;
  return layout({
    title: 'Sign in again',
    content: html`<h1>Sign in again</h1>
<p>Your session has ended, or began before this page was here. Nothing was changed.</p>
<p><a href="/sign-in?to=${encodeURIComponent(to)}">Sign in</a></p>`,
  });
}

/** A text of a form; empty if it is missing. */
export function fieldOf({ body }: Request, name: string): string {
  const value = ((body ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
