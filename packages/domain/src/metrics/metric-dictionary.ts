import type { MetricName } from './metrics.ts';

/** The unit of a metric. Counts are visitors with count_type=distinct and events with count_type=total. */
type MetricUnit = 'visitors or events' | 'orders' | 'currency' | 'percent';

export interface MetricDefinition {
  readonly name: MetricName;
  readonly unit: MetricUnit;
  /** Null unless the metric is a ratio. */
  readonly numerator: MetricName | null;
  readonly denominator: MetricName | null;
  /** The value when there is nothing to count or to divide by. */
  readonly whenZero: string;
  readonly text: string;
}

/** What each metric means: the source of every description in the API, the tools and the docs. */
export const METRIC_DICTIONARY: Readonly<Record<MetricName, MetricDefinition>> = {
  views: count(
    'views',
    'A campaign, or a further step of it, was shown; an element has the views of its step.',
  ),
  conversions: count('conversions', 'A visitor engaged: a button click, form, survey, quiz or product.'),
  completions: count('completions', "The campaign's goal was marked complete."),
  submissions: count('submissions', 'A form, survey or quiz was sent.'),
  subscribes: count('subscribes', 'A contact was captured.'),
  orders: {
    ...plain('orders', 'Purchases, always summed whatever the count_type.'),
    unit: 'orders',
  },
  revenue: {
    ...plain(
      'revenue',
      "Value of the orders in the website's currency, with at most 2 decimals, always summed.",
    ),
    unit: 'currency',
  },
  conversion_rate: ratio('conversion_rate', 'conversions', 'Conversions per 100 views; may exceed 100.'),
  completion_rate: ratio('completion_rate', 'completions', 'Completions per 100 views; may exceed 100.'),
  subscribe_rate: ratio('subscribe_rate', 'subscribes', 'Subscribes per 100 views; may exceed 100.'),
  order_rate: ratio('order_rate', 'orders', 'Orders per 100 views; may exceed 100.'),
  aov: {
    name: 'aov',
    unit: 'currency',
    numerator: 'revenue',
    denominator: 'orders',
    whenZero: '0 without orders',
    text: 'Average order value: revenue divided by orders, rounded to 2 decimals.',
  },
};

function plain(name: MetricName, text: string) {
  return { name, numerator: null, denominator: null, whenZero: '0 without activity', text };
}

function count(name: MetricName, text: string): MetricDefinition {
  return { ...plain(name, text), unit: 'visitors or events' };
}

function ratio(name: MetricName, numerator: MetricName, text: string): MetricDefinition {
  return { name, unit: 'percent', numerator, denominator: 'views', whenZero: '0 without views', text };
}
