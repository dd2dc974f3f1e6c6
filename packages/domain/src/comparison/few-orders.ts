import type { MetricName, Metrics } from '../metrics/metrics.ts';

/** Percents of a few are read for more than they are. */
const FEW_ORDERS = 10;
const OF_ORDERS: readonly MetricName[] = ['orders', 'revenue', 'aov'];

/**
 * Whether a change rests on so few orders that it is said by its values, not in percent.
 * @example
 * assert.ok(isOfFewOrders('revenue', { orders: 6 }, { orders: 1 }));
 * assert.ok(isOfFewOrders('orders', { orders: 60 }, { orders: 9 }));
 * assert.ok(!isOfFewOrders('revenue', { orders: 12 }, { orders: 10 }));
 * assert.ok(!isOfFewOrders('views', { orders: 0 }, { orders: 0 }));
 */
export function isOfFewOrders(
  metric: MetricName,
  current: Pick<Metrics, 'orders'>,
  base: Pick<Metrics, 'orders'>,
): boolean {
  return OF_ORDERS.includes(metric) && Math.min(current.orders, base.orders) < FEW_ORDERS;
}
