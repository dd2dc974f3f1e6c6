import type { Orm } from '@funnel/db';
import { accountMembers, websites } from '@funnel/db/schema';
import { ServiceError } from '@funnel/domain';
import { and, eq, inArray } from 'drizzle-orm';
import type { ChannelWishes } from './channel.ts';

/** Throws a ServiceError for a channel of a person that would never be told anything. */
export async function checkTold(
  tx: Orm,
  userId: number | null | undefined,
  { breaks, verdicts, digest, websiteIds }: ChannelWishes,
): Promise<void> {
  if (typeof userId !== 'number' || breaks || verdicts || digest) return;
  const { accountId } = websites;
  const about =
    websiteIds &&
    tx
      .select({ accountId })
      .from(websites)
      .where(inArray(websites.id, [...websiteIds]));
  const isOwner = and(
    eq(accountMembers.userId, userId),
    eq(accountMembers.role, 'owner'),
    about ? inArray(accountMembers.accountId, about) : undefined,
  );
  if ((await tx.$count(accountMembers, isOwner)) > 0) return;
  throw new ServiceError(
    'invalid_field',
    'Only owners of an account are told about its websites that send no data. Choose something else, too.',
    { parameter: 'breaks' },
  );
}
