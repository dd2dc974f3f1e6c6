import type { Connection } from '@funnel/db';
import { int4, plainArrayLiteral, text } from '@funnel/db/sql';
import { type DailyEarnings, type Day, formatDay, type WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

const variantDays = statement(
  'read-variant-days',
  { website: int4(), variants: text(), firsts: text(), last: text() },
  { subject_id: int4(), days: text() },
);

/** How many numbers a day has in the text of a variant. */
const WIDTH = 5;

export interface VariantDays extends DailyEarnings {
  readonly converted: ArrayLike<number>;
}

/** Reads the viewers, conversions and earnings of variants on each day from their `first`, without pending events. */
export async function readVariantDays(
  connection: Connection,
  {
    websiteId,
    variants,
    last,
  }: { websiteId: WebsiteId; variants: readonly { id: number; first: Day }[]; last: Day },
): Promise<Map<number, VariantDays>> {
  if (variants.length === 0) return new Map();
  const rows = await variantDays(connection, {
    website: websiteId,
    variants: plainArrayLiteral(variants.map(({ id }) => id)),
    firsts: plainArrayLiteral(variants.map(({ first }) => formatDay(first))),
    last: formatDay(last),
  });
  const texts = new Map(rows.map(({ subject_id, days }) => [subject_id, days]));
  return new Map(
    variants.map(({ id, first }) => [id, daysIn(texts.get(id) ?? '', Math.max(0, last - first + 1))]),
  );
}

function daysIn(listed: string, length: number): VariantDays {
  const days = {
    viewers: new Float64Array(length),
    converted: new Float64Array(length),
    orders: new Float64Array(length),
    cents: new Float64Array(length),
  };
  const numbers = listed === '' ? [] : listed.split(' ').map(Number);
  for (let at = 0; at < numbers.length; at += WIDTH) {
    const [day = 0, viewers = 0, converted = 0, orders = 0, cents = 0] = numbers.slice(at, at + WIDTH);
    days.viewers[day] = viewers;
    days.converted[day] = converted;
    days.orders[day] = orders;
    days.cents[day] = cents;
  }
  return days;
}
