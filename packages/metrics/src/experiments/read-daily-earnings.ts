import type { Connection } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import { type DailyEarnings, type Day, formatDay, type WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

const dailyEarnings = statement(
  'read-daily-earnings',
  { website: int4(), variants: text(), firsts: text(), last: text() },
  { subject_id: int4(), days: text() },
);

/** How many numbers a day has in the text of a variant. */
const WIDTH = 4;

interface Question {
  websiteId: WebsiteId;
  /** Each from its own first day on. */
  variants: readonly { id: number; first: Day }[];
  last: Day;
}

/** Reads what variants earned on each day. Without events that are not folded yet. */
export async function readDailyEarnings(
  connection: Connection,
  { websiteId, variants, last }: Question,
): Promise<Map<number, DailyEarnings>> {
  if (variants.length === 0) return new Map();
  const rows = await dailyEarnings(connection, {
    website: websiteId,
    variants: plainArrayLiteral(variants.map(({ id }) => id)),
    firsts: plainArrayLiteral(variants.map(({ first }) => formatDay(first))),
    last: formatDay(last),
  });
  const texts = new Map(rows.map(({ subject_id, days }) => [subject_id, days]));
  return new Map(
    variants.map(({ id, first }) => [id, earningsIn(texts.get(id) ?? '', Math.max(0, last - first + 1))]),
  );
}

function earningsIn(days: string, length: number): DailyEarnings {
  const earnings = {
    viewers: new Float64Array(length),
    orders: new Float64Array(length),
    cents: new Float64Array(length),
  };
  const numbers = days === '' ? [] : days.split(' ').map(Number);
  for (let at = 0; at < numbers.length; at += WIDTH) {
    const [day = 0, viewers = 0, orders = 0, cents = 0] = numbers.slice(at, at + WIDTH);
    earnings.viewers[day] = viewers;
    earnings.orders[day] = orders;
    earnings.cents[day] = cents;
  }
  return earnings;
}
