import type { Credentials } from './people.ts';

/** Of a login form; what is missing is empty, and fails like anything wrong. */
export function readCredentials(body: unknown): Credentials {
  const { email, password } = (body ?? {}) as { email?: unknown; password?: unknown };
  return {
    email: typeof email === 'string' ? email.slice(0, 254) : '',
    password: typeof password === 'string' ? password : '',
  };
}
