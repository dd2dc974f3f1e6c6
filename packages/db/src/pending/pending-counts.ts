import {
  EVENT_METRIC,
  groupBy,
  SKETCHED_METRICS,
  type SketchedMetric,
  type StoredMetric,
  ZERO_COUNTS,
} from '@funnel/domain';
import type { SlotCounts } from '../metrics/slot-counts.ts';
import type { Slot } from '../metrics/slots.ts';
import type { PendingEvent } from './read-pending.ts';

/** The visitors of each metric, some more than once. */
export type Visitors = Partial<Record<SketchedMetric, number[]>>;

/** What pending events add to a subject in a slot. */
export interface PendingCounts extends SlotCounts {
  visitors: Visitors;
}

/** Counts the pending events of each subject in each slot. Only the given metrics are counted. */
export function countPending(
  events: readonly PendingEvent[],
  slots: readonly Slot[],
  metrics: readonly StoredMetric[],
): PendingCounts[] {
  const counted: PendingCounts[] = [];
  for (const ofWebsite of groupBy(events, ({ websiteId }) => websiteId).values()) {
    // Most of them are of today: a slot takes or leaves them as a whole.
    const byDay = groupBy(ofWebsite, ({ day }) => day);
    for (const [index, slot] of slots.entries()) {
      const days = [...byDay].filter(([day]) => day >= slot.window.start && day <= slot.window.end);
      if (days.length === 0) continue;
      counted.push(
        ...countSlot(
          index,
          slot,
          metrics,
          days.flatMap(([, ofDay]) => ofDay),
        ),
      );
    }
  }
  return counted;
}

function countSlot(
  index: number,
  { level, ranges }: Slot,
  metrics: readonly StoredMetric[],
  events: readonly PendingEvent[],
): Iterable<PendingCounts> {
  const isWanted = wanted(ranges);
  const counted = new Map<number, PendingCounts>();
  for (const event of events) {
    const subjectId = event.subjects[level];
    if (subjectId === null || !isWanted(subjectId)) continue;
    // Elements have no views of their own: reports read them from the step.
    if (level === 'element' && event.type === 'view') continue;
    let subject = counted.get(subjectId);
    if (!subject) {
      const { websiteId } = event;
      subject = { slot: index, websiteId, subjectId, counts: { ...ZERO_COUNTS }, visitors: {} };
      counted.set(subjectId, subject);
    }
    count(subject, event, metrics);
  }
  return counted.values();
}

function count(
  { counts, visitors }: PendingCounts,
  event: PendingEvent,
  metrics: readonly StoredMetric[],
): void {
  const metric = EVENT_METRIC[event.type];
  if (metric === 'orders' && metrics.includes('revenue')) counts.revenueCents += event.revenueCents;
  if (!metrics.includes(metric)) return;
  counts[metric] += 1;
  if (isSketched(metric)) (visitors[metric] ??= []).push(event.visitor);
}

function isSketched(metric: StoredMetric): metric is SketchedMetric {
  return (SKETCHED_METRICS as readonly StoredMetric[]).includes(metric);
}

/** Whether a subject is in one of the ranges: either single ids or one range for a whole level. */
function wanted(ranges: Slot['ranges']): (id: number) => boolean {
  const single = new Set(ranges.flatMap(([first, last]) => (first === last ? first : [])));
  const wide = ranges.filter(([first, last]) => first !== last);
  return (id) => single.has(id) || wide.some(([first, last]) => id >= first && id <= last);
}
