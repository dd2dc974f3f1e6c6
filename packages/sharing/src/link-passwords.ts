import { createPasswordQueue, hashPassword, type PasswordQueue } from '@funnel/secrets';

/** Hashes the password of a link of an account. */
export type LinkPasswords = (password: string, accountId: number) => Promise<string>;

/** Hashes passwords of links when their turn comes, one of an account at once: no account keeps the others waiting. */
export function createLinkPasswords(): LinkPasswords {
  const busy = 'Too many links with a password are made at the moment. Try again in a second.';
  const inTurn = createPasswordQueue({ busy });
  const ofAccounts = new Map<number, PasswordQueue>();
  return (password, accountId) => {
    const onIdle = () => ofAccounts.delete(accountId);
    const ofAccount = ofAccounts.get(accountId) ?? createPasswordQueue({ busy, maxAtOnce: 1, onIdle });
    ofAccounts.set(accountId, ofAccount);
    return ofAccount(() => inTurn(() => hashPassword(password)));
  };
}
