import { randomUUID } from 'node:crypto';
import { formatDay } from '@funnel/domain';
import { newVisitorToken } from '@funnel/testing';

/** The events of somebody who comes for the first time: a view, and a conversion if wanted. */
export function visit(day: number, ids: object, converts: boolean) {
  const common = {
    website_id: 1,
    visitor_token: newVisitorToken(),
    occurred_at: `${formatDay(day)}T10:00:00Z`,
    ...ids,
  };
  const types = converts ? ['view', 'conversion'] : ['view'];
  return types.map((type) => ({ ...common, event_id: randomUUID(), type }));
}
