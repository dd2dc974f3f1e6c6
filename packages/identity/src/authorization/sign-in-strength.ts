import { accountMembers, accounts, authorizationRecords, grantWebsites } from '@funnel/db/schema';
import { type SQL, sql } from 'drizzle-orm';

/** How somebody had signed in. */
export interface SignInStrength {
  /** Whether with a second factor. */
  isStrong: boolean;
  /** The account whose company login it was: its word is enough for this account. */
  companyAccountId: number | null;
}

const { payload, idHash } = authorizationRecords;

/**
 * Whether the sign-in behind a grant is what all accounts of its person require now. A grant that says nothing of it was given by the
 * person themselves, or before grants did. `find-tokens.sql` has the same condition.
 */
export const isStrongEnough: SQL = sql`(
  coalesce((${payload}->>'isStrong')::boolean, true)
  or not exists (
    select from ${grantWebsites} as g
    join ${accountMembers} as m on m.user_id = g.user_id
    join ${accounts} as a on a.id = m.account_id
    where g.grant_id_hash = ${idHash} and a.second_factor_required
      and a.id is distinct from (${payload}->>'companyAccountId')::int))`;
