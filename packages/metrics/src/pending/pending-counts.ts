import {
  EVENT_METRIC,
  groupBy,
  SKETCHED_METRICS,
  type SketchedMetric,
  type StoredMetric,
  ZERO_COUNTS,
} from '@funnel/domain';
import type { SlotCounts } from '../rollups/slot-counts.ts';
import type { Slot } from '../rollups/slots.ts';
import type { PendingEvent } from './read-pending.ts';

/** The visitors of each metric, some more than once. */
export type Visitors = Partial<Record<SketchedMetric, number[]>>;

/** What pending events add to a subject in a slot. */
export interface PendingCounts extends SlotCounts {
  visitors: Visitors;
}

/** Counts the pending events of each subject in each slot, given a list of events for each website. */
export function countPending(
  websites: readonly (readonly PendingEvent[])[],
  slots: readonly Slot[],
  metrics: readonly StoredMetric[],
): PendingCounts[] {
  const counted: PendingCounts[] = [];
  for (const events of websites) {
    // Most of them are of today: a slot takes or leaves them as a whole.
    const byDay = [...groupBy(events, ({ day }) => day)];
    for (const [index, slot] of slots.entries()) {
      const days = byDay.filter(([day]) => day >= slot.window.start && day <= slot.window.end);
      if (days.length === 0) continue;
      const bySubject = new Map<number, PendingCounts>();
      for (const [, ofDay] of days) countDay(bySubject, index, slot, ofDay);
      for (const subject of bySubject.values()) {
        keepOnly(metrics, subject);
        counted.push(subject);
      }
    }
  }
  return counted;
}

function countDay(
  bySubject: Map<number, PendingCounts>,
  index: number,
  { level, ranges }: Slot,
  events: readonly PendingEvent[],
): void {
  const isWanted = wanted(ranges);
  for (const event of events) {
    const subjectId = event.subjects[level];
    if (subjectId === null || !isWanted(subjectId)) continue;
    // Elements have no views of their own: reports read them from the step.
    if (level === 'element' && event.type === 'view') continue;
    let subject = bySubject.get(subjectId);
    if (!subject) {
      const { websiteId } = event;
      subject = { slot: index, websiteId, subjectId, counts: { ...ZERO_COUNTS }, visitors: {} };
      bySubject.set(subjectId, subject);
    }
    count(subject, event);
  }
}

function count({ counts, visitors }: PendingCounts, { type, visitor, revenueCents }: PendingEvent): void {
  const metric = EVENT_METRIC[type];
  counts[metric] += 1;
  if (metric === 'orders') counts.revenueCents += revenueCents;
  else (visitors[metric] ??= []).push(visitor);
}

/** Keeps only the metrics that were asked for. */
function keepOnly(metrics: readonly StoredMetric[], { counts, visitors }: PendingCounts): void {
  for (const metric of SKETCHED_METRICS) {
    if (metrics.includes(metric)) continue;
    counts[metric] = 0;
    delete visitors[metric];
  }
  if (!metrics.includes('orders')) counts.orders = 0;
  if (!metrics.includes('revenue')) counts.revenueCents = 0n;
}

/** Whether a subject is in one of the ranges: either single ids or one range for a whole level. */
function wanted(ranges: Slot['ranges']): (id: number) => boolean {
  const single = new Set(ranges.flatMap(([first, last]) => (first === last ? first : [])));
  const wide = ranges.filter(([first, last]) => first !== last);
  return (id) => single.has(id) || wide.some(([first, last]) => id >= first && id <= last);
}
