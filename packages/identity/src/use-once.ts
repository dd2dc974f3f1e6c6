import type { Database } from '@funnel/db';
import { authorizationRecords } from '@funnel/db/schema';
import { secretHash } from '@funnel/secrets';

/** Whether a value is used for the first time before it expires: of two who send it at the same time, one is right. */
export async function useOnce({ orm }: Database, value: string, until: Date): Promise<boolean> {
  const used = await orm
    .insert(authorizationRecords)
    .values({ model: 'UsedOnce', idHash: secretHash(value), payload: {}, expiresAt: until })
    .onConflictDoNothing()
    .returning({ model: authorizationRecords.model });
  return used.length > 0;
}
