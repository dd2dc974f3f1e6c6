import { PASSWORD_MIN_LENGTH } from '@funnel/identity';

/** A text of a form; empty if it is missing. */
export function textOf(body: unknown, name: string): string {
  const value = ((body ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}

/** The new password of a form, or what is wrong with it. */
export function readNewPassword(body: unknown): { password: string } | { error: string } {
  const [password, repeated] = [textOf(body, 'password'), textOf(body, 'repeated')];
  if (password.length < PASSWORD_MIN_LENGTH)
    return { error: `The new password must have at least ${PASSWORD_MIN_LENGTH} characters.` };
  if (password.length > 1024) return { error: 'The new password is too long.' };
  return password === repeated ? { password } : { error: 'The two new passwords are different.' };
}
