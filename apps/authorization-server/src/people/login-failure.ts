import type { LoginFailure } from './people.ts';

export interface LoginRefusal {
  status: 422 | 429;
  message: string;
  headers: Readonly<Record<string, string>>;
}

/** How a failed login is answered: never whether the e-mail is known. */
export function refuseLogin({ error, retryAfterSeconds = 0 }: LoginFailure): LoginRefusal {
  if (error === 'invalid') {
    return { status: 422, message: 'The e-mail or the password is not right.', headers: {} };
  }
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return {
    status: 429,
    message: `Too many failed attempts. Come back in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    headers: { 'Retry-After': String(Math.max(1, retryAfterSeconds)) },
  };
}
