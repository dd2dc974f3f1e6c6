import { type Database, ormOn } from '@funnel/db';
import {
  accountsToNotify,
  companyLogins,
  ownersOf,
  readAccountName,
  takeUnnotified,
  type WithdrawnPerson,
} from '@funnel/identity';
import { type CompanyPeople, writeLetter } from '@funnel/notifications';

/** A mail names so many. */
const MAX_NAMED = 50;

/**
 * Writes to the owners of an account, once, whom their company does not confirm any more, when these people leave, and how to take it
 * back. Owners are marked and their letters are queued in one transaction.
 */
export async function notifyOwners(
  database: Database,
  { server, now }: { server: string; now: Date },
): Promise<void> {
  for (const accountId of await accountsToNotify(database, now))
    await database.sql.begin(async (transaction) => {
      const people = await takeUnnotified(transaction, accountId, now);
      const tx = { orm: ormOn(transaction) };
      const account = { id: accountId, name: (await readAccountName(tx, accountId)) ?? '' };
      const [login] = await companyLogins(tx, [accountId]);
      const owners = await ownersOf(tx, accountId);
      for (const why of ['changed', 'refused', 'unseen'] as const) {
        const own = people.filter((person) => person.why === why);
        if (own.length === 0) continue;
        const about = { account, why, provider: login?.issuer ?? '', members: `${server}/members` };
        for (const to of owners) await writeLetter(tx.orm, { ...letterAbout(own), ...about, to });
      }
    });
}

/** Those who leave first. */
function letterAbout(people: readonly WithdrawnPerson[]): Pick<CompanyPeople, 'type' | 'people' | 'more'> {
  const named = people
    .map(({ email, stays, endsAt }) => ({
      email,
      leavesAt: stays ? null : (endsAt?.toISOString() ?? null),
    }))
    .toSorted((one, other) => (one.leavesAt ?? '9').localeCompare(other.leavesAt ?? '9'));
  return {
    type: 'company.people',
    people: named.slice(0, MAX_NAMED),
    more: Math.max(0, named.length - MAX_NAMED),
  };
}
