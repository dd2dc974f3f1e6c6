import { PASSWORD_MIN_LENGTH, whyGuessable } from '@funnel/identity';
import { textOf } from '@funnel/pages';

/** The new password of a form, or what is wrong with it. */
export async function readNewPassword(
  body: unknown,
  email: string | undefined,
): Promise<{ password: string } | { error: string }> {
  const [password, repeated] = [textOf(body, 'password'), textOf(body, 'repeated')];
  if (password.length < PASSWORD_MIN_LENGTH)
    return { error: `The new password must have at least ${PASSWORD_MIN_LENGTH} characters.` };
  if (password.length > 1024) return { error: 'The new password is too long.' };
  if (password !== repeated) return { error: 'The two new passwords are different.' };
  const reason = await whyGuessable(password, email);
  return reason
    ? { error: `The new password ${reason}. Choose another one, such as four words.` }
    : { password };
}
