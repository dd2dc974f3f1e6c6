import { type Day, bucketStart } from '@funnel/domain';
import type { WebsiteSpec } from '../definitions/specs.ts';
import { seasonFactor } from './season-factor.ts';

const YEAR_DAYS = 365;

/** How many come to a website on a whole day, before chance has its say. */
export function expectedVisitors(website: WebsiteSpec, day: Day, daysAgo: number): number {
  const weekday = website.weekdays[day - bucketStart(day, 'week')] ?? 1;
  const growth = website.yearlyGrowth ** (-daysAgo / YEAR_DAYS);
  return website.dailyVisitors * weekday * growth * seasonFactor(website.seasons, day);
}
