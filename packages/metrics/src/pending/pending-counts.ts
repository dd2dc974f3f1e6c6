import type { Connection } from '@funnel/db';
import { SKETCHED_METRICS, type StoredMetric, type WebsiteId, ZERO_COUNTS } from '@funnel/domain';
import type { SlotCounts } from '../slots/slot-counts.ts';
import type { Slot } from '../slots/slots.ts';
import type { PendingCell, PendingIndex } from './pending-index.ts';
import { readPending } from './read-pending.ts';

/** What pending events add to a subject in a slot. */
export interface PendingCounts extends SlotCounts, PendingCell {}

/** Reads what pending events add to each subject in each slot, in the transaction that has read the websites. */
export async function countPending(
  connection: Connection,
  websites: readonly { id: WebsiteId }[],
  slots: readonly Slot[],
  metrics: readonly StoredMetric[],
): Promise<PendingCounts[]> {
  const counted: PendingCounts[] = [];
  for (const { websiteId, parts } of await readPending(connection, websites))
    for (const [index, slot] of slots.entries())
      for (const subjectId of subjectsOf(slot, parts)) {
        const subject = { slot: index, websiteId, subjectId, counts: { ...ZERO_COUNTS }, sketches: {} };
        const found = parts.map((part) => part.addTo(subject, slot.level, subjectId, slot.window));
        if (!found.includes(true)) continue;
        keepOnly(metrics, subject);
        counted.push(subject);
      }
  return counted;
}

/** The subjects that the slot wants: single ids, or all that have events. */
function subjectsOf({ level, ranges }: Slot, parts: readonly PendingIndex[]): Set<number> {
  const single = ranges.flatMap(([first, last]) => (first === last ? first : []));
  if (single.length === ranges.length) return new Set(single);
  const all = parts.flatMap((part) => [...part.subjectsOf(level)]);
  return new Set(all.filter((id) => ranges.some(([first, last]) => id >= first && id <= last)));
}

function keepOnly(metrics: readonly StoredMetric[], { counts, sketches }: PendingCell): void {
  for (const metric of SKETCHED_METRICS) {
    if (metrics.includes(metric)) continue;
    counts[metric] = 0;
    delete sketches[metric];
  }
  if (!metrics.includes('orders')) counts.orders = 0;
  if (!metrics.includes('revenue')) counts.revenueCents = 0n;
}
