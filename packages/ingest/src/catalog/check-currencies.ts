import type { Orm } from '@funnel/db';
import { websiteActivity } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, eq, isNotNull } from 'drizzle-orm';
import { hasRecorded } from '../ledger/ledger-of-website.ts';
import type { CatalogProblems } from './catalog-error.ts';
import type { CatalogRows } from './catalog-rows.ts';
import { keyText, type Rows } from './merge-rows.ts';

/**
 * A document may not change the currency of a website with events: its past revenue would keep its amounts and get another
 * currency. It asks for events, not for revenue, which the role of the event intake cannot read.
 */
export async function checkCurrencies(
  tx: Orm,
  given: CatalogRows['websites'],
  stored: Rows,
  problems: CatalogProblems,
): Promise<void> {
  for (const { at, key, values } of given) {
    const before = stored.get(keyText(key))?.['currency'];
    const after = values['currency'];
    if (typeof before !== 'string' || typeof after !== 'string' || before === after) continue;
    if (!(await hasEvents(tx, key.id))) continue;
    problems.add(
      `${at}.currency: website ${key.id} has events in ${before}, which ${after} would relabel; an operator can do that with --relabel-currency`,
    );
  }
}

async function hasEvents(tx: Orm, websiteId: WebsiteId): Promise<boolean> {
  const folded = await tx
    .select({ websiteId: websiteActivity.websiteId })
    .from(websiteActivity)
    .where(and(eq(websiteActivity.websiteId, websiteId), isNotNull(websiteActivity.firstDay)));
  // Or not folded for days, because folding this website fails.
  return folded.length > 0 || hasRecorded(tx, websiteId);
}
