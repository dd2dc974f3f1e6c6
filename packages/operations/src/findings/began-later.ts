import type { WebsiteFacts } from '@funnel/db';
import type { Day } from '@funnel/domain';

/** Whether something began after its website did: what began with it did not begin beside anything. */
export function beganLater(day: Day, { firstDay }: WebsiteFacts): boolean {
  return day > firstDay;
}
