import type { Orm } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { sql } from 'drizzle-orm';
import type { ChannelWishes } from './channel.ts';

/** Throws a ServiceError for a channel of a person that would never be told anything. */
export async function checkTold(
  tx: Orm,
  userId: number | null | undefined,
  { breaks, verdicts, digest, websiteIds }: ChannelWishes,
): Promise<void> {
  if (typeof userId !== 'number' || breaks || verdicts || digest) return;
  const about = websiteIds && `{${websiteIds.join()}}`;
  const owned = await tx.execute(sql`
    select from account_members as m where m.user_id = ${userId} and m.role = 'owner' and (${about}::text is null
      or exists (select from websites as w where w.account_id = m.account_id and w.id = any (${about}::text::int[])))`);
  if (owned.length > 0) return;
  const detail =
    'Only owners of an account are told about its websites that send no data. Choose something else, too.';
  throw new ServiceError('invalid_field', detail, { parameter: 'breaks' });
}
