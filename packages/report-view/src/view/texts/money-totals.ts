export type Currencies = ReadonlyMap<number, string>;

/** The sums of websites that share a currency. */
export interface MoneyTotal {
  /** Absent where it is not known, which is fine for a single website. */
  currency: string | undefined;
  revenue: number;
  orders: number;
  /** Revenue per order; 0 without orders. */
  aov: number;
}

interface Row {
  id: number;
  orders: number;
  revenue: number;
}

/**
 * One total per currency, in the order of the rows. None where the currencies of several websites are not known: a sum over
 * unknown currencies means nothing.
 */
export function moneyTotals(rows: readonly Row[], currencies: Currencies = new Map()): MoneyTotal[] {
  const isKnown = rows.every(({ id }) => currencies.has(id));
  if (!isKnown && rows.length > 1) return [];
  const totals = new Map<string | undefined, { cents: number; orders: number }>();
  for (const { id, orders, revenue } of rows) {
    const sum = totals.get(currencies.get(id)) ?? { cents: 0, orders: 0 };
    // Whole cents, because fractions do not add up exactly.
    totals.set(currencies.get(id), {
      cents: sum.cents + Math.round(revenue * 100),
      orders: sum.orders + orders,
    });
  }
  return [...totals].map(([currency, { cents, orders }]) => ({
    currency,
    revenue: cents / 100,
    orders,
    aov: orders > 0 ? Math.round(cents / orders) / 100 : 0,
  }));
}
