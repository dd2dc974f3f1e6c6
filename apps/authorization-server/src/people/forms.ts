import { ServiceError } from '@funnel/domain';
import { textOf } from '@funnel/pages';
import { readForm } from '@funnel/service';
import type { LoginFailure, LoginForm } from './people.ts';
import express, { type RequestHandler } from 'express';

/** Not `express.urlencoded`: it takes half a second for a field that is repeated thousands of times. */
const readText = express.text({ type: 'application/x-www-form-urlencoded', limit: '64kb' });
const readFields: RequestHandler = (req, _res, next) => {
  req.body = readForm(req.body);
  next();
};

/** Parses the body of a form: a field that is repeated becomes a list. */
export const parseForm: readonly RequestHandler[] = [readText, readFields];

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
