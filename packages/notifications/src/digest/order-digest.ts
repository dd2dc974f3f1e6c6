import type { WebsiteWeekLine } from '../messages/message.ts';

/** Puts websites that need attention first: what is broken, what fell, what was decided, what rose; then those with most viewers. */
export function byAttention(one: WebsiteWeekLine, other: WebsiteWeekLine): number {
  return weightOf(other) - weightOf(one) || other.week.viewers - one.week.viewers || one.id - other.id;
}

function weightOf({ broken, decided, beyondChance: { views, rate, orders } }: WebsiteWeekLine): number {
  const changes = [views, rate, orders];
  if (broken.length > 0) return 4;
  if (changes.includes('down')) return 3;
  if (decided.length > 0) return 2;
  return changes.includes('up') ? 1 : 0;
}
