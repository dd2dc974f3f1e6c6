import type { WebsiteId } from '@funnel/domain';
import type { EventBlock } from '../parse/event-block.ts';
import { sortByInteger } from '../shared/counting-sort.ts';

/** Verified events of a block by website: `verifyBlock` has confirmed their ids. In ascending order of these; those of a website stay in their order. */
export function eventsByWebsite(
  block: EventBlock,
  events: Int32Array,
): { websiteId: WebsiteId; events: Int32Array }[] {
  const { websiteIds } = block.columns;
  const sorted = sortByInteger(events, websiteIds);
  const websites: { websiteId: WebsiteId; events: Int32Array }[] = [];
  for (let from = 0; from < sorted.length; ) {
    const websiteId = websiteIds[sorted[from] ?? 0] as WebsiteId;
    let end = from + 1;
    while (end < sorted.length && websiteIds[sorted[end] ?? 0] === websiteId) end += 1;
    websites.push({ websiteId, events: sorted.subarray(from, end) });
    from = end;
  }
  return websites;
}
