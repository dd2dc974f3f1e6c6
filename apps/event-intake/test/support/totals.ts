import { boundWebsites, type Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { SCOPES, trustedWebsiteId } from '@funnel/domain';
import { NOW } from '@funnel/fixtures';
import { operationOf, runOperation } from '@funnel/operations';

/** The part of the website report that tests compare. */
interface Totals {
  views: number;
  orders: number;
  revenue: number;
}

/** The totals of a website over all time, as a report shows them. */
export async function totalsOf(database: Database, websiteId: number, now = NOW): Promise<Totals> {
  const principal: Principal = {
    kind: 'oauth',
    subject: null,
    clientId: null,
    websiteIds: boundWebsites({ websiteIds: [trustedWebsiteId(websiteId)] }),
    scopes: new Set(SCOPES),
    expiresAt: null,
    budgetKey: '',
  };
  const raw = { timeframe: 'all_time', count_type: 'total' };
  const operation = operationOf('get_website_report');
  const { body } = await runOperation(operation, { database, principal, raw, now });
  const { views, orders, revenue } = (body as { data: { metrics: Totals } }).data.metrics;
  return { views, orders, revenue };
}
