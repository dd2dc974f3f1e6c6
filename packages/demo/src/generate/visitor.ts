import type { WebsiteSpec } from '../definitions/specs.ts';
import { hash32, unitOf, uuidOf } from '../random/hash.ts';

export interface Visitor {
  /** Decides which variant the visitor sees. */
  hash: number;
  token: string;
  firstSeenDaysAgo: number;
}

const MEAN_ABSENCE_DAYS = 16;

/**
 * Returns one of a day's visitors: either a new visitor of that day or one of an earlier day. Visitors are computed, not
 * stored, so that they return and yet each day can be generated separately.
 */
export function visitorAt(website: WebsiteSpec, daysAgo: number, place: number): Visitor {
  const draw = (what: number) => unitOf(hash32(website.id, daysAgo, place, what));
  if (draw(1) >= website.returning) return person(website.id, daysAgo, place);
  const absenceDays = 1 + Math.floor(-Math.log(1 - draw(2)) * MEAN_ABSENCE_DAYS);
  return person(website.id, daysAgo + absenceDays, Math.floor(draw(3) * website.dailyVisitors));
}

function person(websiteId: number, firstSeenDaysAgo: number, place: number): Visitor {
  const word = (index: number) => hash32(websiteId, firstSeenDaysAgo, place, index);
  const hash = word(10);
  const token = uuidOf([hash, word(11), word(12), word(13)]);
  return { hash, token, firstSeenDaysAgo };
}
