import { requestIdOf } from '@funnel/service';
import { hasNull, nullCharacter } from '../null-characters.ts';
import { errorPage } from '../pages/message-pages.ts';
import { sendPage } from '../pages/serve-pages.ts';
import type { Credentials, LoginFailure } from './people.ts';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** Parses the body of a form. The limits allow a token for a few thousand websites. */
export const parseForm: RequestHandler = (req, res, next) => {
  readForm(req, res, (error?: unknown) => {
    next(error ?? (hasNull(req.body) ? nullCharacter() : undefined));
  });
};

const readForm = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 5000 });

/** Answers a form that did not come from a page of this session; nothing was changed. */
export function rejectForgedForm(req: Request, res: Response): void {
  const detail =
    'It was not sent from your current session, so nothing was changed. Reload the page and try again.';
  sendPage(res, 403, errorPage({ title: 'The form was not accepted', detail, requestId: requestIdOf(req) }));
}

/** Reads the login form. A missing field becomes empty, which fails like a wrong one. */
export function readCredentials(body: unknown): Credentials {
  const { email, password } = (body ?? {}) as { email?: unknown; password?: unknown };
  return {
    email: typeof email === 'string' ? email.slice(0, 254) : '',
    password: typeof password === 'string' ? password : '',
  };
}

/** The response to a failed login. */
export interface LoginRejection {
  status: 422 | 429;
  message: string;
  headers: Readonly<Record<string, string>>;
}

/** Describes a failed login without revealing whether the e-mail address is known. */
export function describeLoginFailure({ error, retryAfterSeconds = 0 }: LoginFailure): LoginRejection {
  if (error === 'invalid') {
    return { status: 422, message: 'The e-mail address or the password is incorrect.', headers: {} };
  }
  const seconds = Math.max(1, retryAfterSeconds);
  const wait = seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
  return {
    status: 429,
    message: `Too many failed attempts. Try again in ${wait}.`,
    headers: { 'Retry-After': String(seconds) },
  };
}

function counted(count: number, unit: string): string {
  return count === 1 ? `a ${unit}` : `${count} ${unit}s`;
}
