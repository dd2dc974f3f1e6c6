import type { Orm } from '@funnel/db';
import { eventLedger, packedEventIds, packedSlices } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { eq } from 'drizzle-orm';

export async function hasRecorded(orm: Orm, websiteId: WebsiteId): Promise<boolean> {
  for (const table of [eventLedger, packedEventIds]) {
    const found = await orm
      .select({ websiteId: table.websiteId })
      .from(table)
      .where(eq(table.websiteId, websiteId))
      .limit(1);
    if (found.length > 0) return true;
  }
  return false;
}

/** Forgets all events of a website, so that they can be recorded again. */
export async function forgetWebsite(orm: Orm, websiteId: WebsiteId): Promise<void> {
  for (const table of [eventLedger, packedEventIds, packedSlices])
    await orm.delete(table).where(eq(table.websiteId, websiteId));
}
