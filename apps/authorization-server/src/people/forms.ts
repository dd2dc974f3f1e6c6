import { ServiceError } from '@funnel/domain';
import { errorPage, formFields, MAX_FORM_FIELDS, sendPage, textOf } from '@funnel/pages';
import { requestIdOf } from '@funnel/service';
import { hasNull, nullCharacter } from '../refused-addresses.ts';
import type { LoginFailure, LoginForm } from './people.ts';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** Parses the body of a form: a field that is repeated becomes a list. */
export const parseForm: RequestHandler = (req, res, next) => {
  readText(req, res, (error?: unknown) => {
    if (error) return next(error);
    req.body = formFields(typeof req.body === 'string' ? req.body : '');
    if (!req.body) return next(tooManyFields());
    next(hasNull(req.body) ? nullCharacter() : undefined);
  });
};

/** Not `express.urlencoded`: it takes half a second for a field that is repeated thousands of times. */
const readText = express.text({ type: 'application/x-www-form-urlencoded', limit: '64kb' });

function tooManyFields(): ServiceError {
  return new ServiceError('payload_too_large', `The form has more than ${MAX_FORM_FIELDS} fields.`);
}

/** Sends a page that explains an error. */
export function sendErrorPage(
  req: Request,
  res: Response,
  status: number,
  text: { title: string; detail: string },
): void {
  sendPage(res, status, errorPage({ ...text, requestId: requestIdOf(req) }));
}

/** Answers a form that did not come from a page of this session; nothing was changed. */
export function rejectForgedForm(req: Request, res: Response): void {
  const detail =
    'It was not sent from your current session, so nothing was changed. Reload the page and try again.';
  sendErrorPage(req, res, 403, { title: 'The form was not accepted', detail });
}

/** What is wrong with a field, as the store says it. Other errors go on. */
export function refusedField(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.code === 'invalid_field') return error;
  throw error;
}

/** Reads a form of the login. A missing field becomes empty, which fails like a wrong one. */
export function readLoginForm(body: unknown): LoginForm {
  return {
    email: textOf(body, 'email').slice(0, 254),
    password: textOf(body, 'password'),
    code: textOf(body, 'code').slice(0, 100),
    passkey: textOf(body, 'passkey'),
    startAgain: textOf(body, 'start_again') !== '',
  };
}

/** Describes a failed login without revealing whether the e-mail address is known. */
export function describeLoginFailure({ error, retryAfterSeconds = 0 }: LoginFailure) {
  if (error === 'invalid')
    return { status: 422, message: 'The e-mail address or the password is incorrect.', headers: {} };
  if (error === 'invalid_second')
    return { status: 422, message: 'That did not work. Use a new code, or try again.', headers: {} };
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
