import { bucketStart, type Day, formatDay, parseDay } from '@funnel/domain';
import type { WebsiteSpec } from '../definitions/specs.ts';

const YEAR_DAYS = 365;

/** Returns the expected number of visitors of a website on a full day: growth, weekday and season, without chance. */
export function expectedVisitors(website: WebsiteSpec, day: Day, daysAgo: number): number {
  const weekday = website.weekdays[day - bucketStart(day, 'week')] ?? 1;
  const growth = website.yearlyGrowth ** (-daysAgo / YEAR_DAYS);
  return website.dailyVisitors * weekday * growth * seasonFactor(website.seasons, day);
}

/** Interpolates between the two dates of the specification that surround the day. */
function seasonFactor(seasons: WebsiteSpec['seasons'], day: Day): number {
  const year = Number(formatDay(day).slice(0, 4));
  const points = [year - 1, year, year + 1].flatMap((of) =>
    seasons.map(([monthDay, factor]) => ({ at: parseDay(`${of}-${monthDay}`) ?? 0, factor })),
  );
  const next = points.findIndex((point) => point.at > day);
  const [before, after] = [points[next - 1], points[next]];
  if (!before || !after) throw new RangeError(`No season on day ${day}`);
  const share = (day - before.at) / (after.at - before.at);
  return before.factor + share * (after.factor - before.factor);
}
