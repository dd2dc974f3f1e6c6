import { type Day, formatDay, parseDay } from '@funnel/domain';
import type { WebsiteSpec } from '../definitions/specs.ts';

/** The factor of a date, on the straight line between the two stated dates around it. */
export function seasonFactor(seasons: WebsiteSpec['seasons'], day: Day): number {
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
