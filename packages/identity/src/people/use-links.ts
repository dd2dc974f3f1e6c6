import { type Actor, type Database, ormOn } from '@funnel/db';
import { findCompanyLogin } from './company-logins.ts';
import { addMembershipIn, createUserIn } from './members.ts';
import { endInvitationsFor, useLink } from './one-time-links.ts';
import { changePasswordIn } from './people.ts';
import { findUser, normalizeEmail, type User } from './users.ts';

/** Who accepts an invitation: somebody who is signed in, or a new person. */
export type Invited = { user: User } | { passwordHash: string };

/**
 * Why a link was not used. It stays valid, unless it had ended. `other_person`: the invitation is for another address.
 * `not_verified`: the address of the person belongs to them only by the word of an owner. `company_address`: it is of the company of
 * another account, which alone says whose it is.
 */
export type LinkError =
  | 'link_ended'
  | 'email_taken'
  | 'unknown_account'
  | 'other_person'
  | 'not_verified'
  | 'company_address';

/** Sets a password by a one-time link, which is used up. False if the link has ended. */
export function setPasswordByLink(
  database: Database,
  { link, passwordHash }: { link: string; passwordHash: string },
  by: Actor = {},
): Promise<boolean> {
  return database.sql.begin(async (transaction) => {
    const purpose = await useLink({ orm: ormOn(transaction) }, link);
    if (purpose?.kind !== 'password') return false;
    const { userId: id } = purpose;
    await changePasswordIn(transaction, { id, passwordHash }, { actorId: id, ...by });
    return true;
  });
}

/**
 * Joins an account by a one-time link, which is used up. A new person gets the address of the invitation, which nobody has
 * verified yet; somebody who exists needs it as a verified one.
 */
export async function acceptInvitation(
  database: Database,
  { link, who }: { link: string; who: Invited },
  by: Actor = {},
): Promise<{ user: User } | { error: LinkError }> {
  try {
    return await database.sql.begin(async (transaction) => {
      const tx = ormOn(transaction);
      const purpose = await useLink({ orm: tx }, link);
      if (purpose?.kind !== 'invitation') throw new NotUsed('link_ended');
      const { accountId, role, email, websiteIds } = purpose;
      await endInvitationsFor(tx, email, accountId);
      if ('user' in who) {
        const person = await findUser({ orm: tx }, who.user.id);
        if (!person || normalizeEmail(person.email) !== email) throw new NotUsed('other_person');
        if (!person.isVerified) throw new NotUsed('not_verified');
        const outcome = await addMembershipIn(
          transaction,
          { userId: who.user.id, accountId, role, websiteIds },
          by,
        );
        if (outcome === 'unknown_account') throw new NotUsed(outcome);
        return { user: who.user };
      }
      const created = await createUserIn(tx, { ...who, email, accountId, role, websiteIds }, by);
      if ('error' in created) throw new NotUsed(created.error);
      const company = await findCompanyLogin({ orm: tx }, email);
      if (company && company.accountId !== accountId) throw new NotUsed('company_address');
      return created;
    });
  } catch (error) {
    if (error instanceof NotUsed) return { error: error.reason };
    throw error;
  }
}

/** Rolls the transaction back, so that the link stays. */
class NotUsed extends Error {
  readonly reason: LinkError;
  constructor(reason: LinkError) {
    super(reason);
    this.reason = reason;
  }
}
