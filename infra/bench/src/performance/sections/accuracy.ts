import type { EventRow } from '../contenders/event-contender.ts';
import { type Question, QUESTIONS } from '../questions.ts';
import { spreadOf } from '../measure/statistics.ts';
import type { Row } from '../report/table.ts';
import type { Stage } from './stage.ts';

const METRICS = {
  views: 'view',
  conversions: 'conversion',
  completions: 'completion',
  subscribes: 'subscribe',
};

/** Targets compare with exact counts, which is fair only while ours are close: two and a half times the standard error of 0.81 %. */
const MAX_ERROR_PERCENT = 2;

type Metrics = Record<string, number>;
type Contenders = Pick<Stage, 'product' | 'duckdb' | 'postgres'>;

/** How far from the exact counts the answers are. */
export interface Accuracy {
  /** Of the approximate counts of DuckDB, in percent. */
  approximateError: number;
  rows: Row[];
}

/**
 * Checks that all contenders answer the same question: sums and the order by revenue must be equal, and so must the exact
 * counts. Returns the largest error of a distinct count, with the exact counts of PostgreSQL as reference.
 */
export async function measureAccuracy({ product, duckdb, postgres }: Contenders): Promise<Accuracy> {
  const errors = { product: [0], exact: [0], approximate: [0] };
  for (const question of [QUESTIONS.website_30, QUESTIONS.website_365] as Question[]) {
    const exact = totalsOf(await postgres.ask(question));
    const counted = {
      product: ((await product.ask(question)) as { data: { metrics: Metrics } }).data.metrics,
      exact: totalsOf(await duckdb.exact.ask(question)),
      approximate: totalsOf(await duckdb.approximate.ask(question)),
    };
    for (const name of ['product', 'exact', 'approximate'] as const) {
      expectEqual(question, name, counted[name]['orders'], exact['orders']);
      expectEqual(question, name, counted[name]['revenue'], exact['revenue']);
      for (const metric of Object.keys(METRICS)) {
        const reference = exact[metric] ?? 0;
        if (reference > 0) errors[name].push(Math.abs((counted[name][metric] ?? 0) / reference - 1));
      }
    }
  }
  await expectSamePage({ product, duckdb, postgres });
  const percentOf = (values: number[]) => 100 * Math.max(...values);
  if (percentOf(errors.exact) > 0) throw new Error('The exact counts of DuckDB and PostgreSQL differ');
  const rowOf = (what: string, percent: number, target?: Row['target']): Row => ({
    what: `largest error of a distinct count, ${what}`,
    against: 'exact counts',
    unit: '%',
    ...(target && { target }),
    measured: spreadOf([percent]),
    detail: 'website, 30 and 365 days, four metrics',
  });
  const approximate = percentOf(errors.approximate);
  return {
    approximateError: approximate,
    rows: [
      rowOf('product', percentOf(errors.product), { atMost: MAX_ERROR_PERCENT }),
      rowOf('DuckDB, approximate counts', approximate),
    ],
  };
}

async function expectSamePage({ product, duckdb, postgres }: Contenders) {
  const question: Question = QUESTIONS.campaigns_all;
  const answer = (await product.ask(question)) as { data: { campaigns: { id: number }[] } };
  const page = answer.data.campaigns.map(({ id }) => id).join(' ');
  for (const [name, contender] of Object.entries({ duckdb: duckdb.exact, postgres })) {
    const rows = await contender.ask(question);
    expectEqual(question, name, rows.map((row) => String(row['campaign_id'])).join(' '), page);
  }
}

function totalsOf(rows: readonly EventRow[]): Metrics {
  const of = (type: string) => rows.find((row) => row['slot'] === 'current' && row['type'] === type);
  const visitors = Object.entries(METRICS).map(([metric, type]) => [
    metric,
    Number(of(type)?.['visitors'] ?? 0),
  ]);
  const orders = of('order');
  return {
    ...(Object.fromEntries(visitors) as Metrics),
    orders: Number(orders?.['events'] ?? 0),
    revenue: Number(orders?.['revenue'] ?? 0),
  };
}

function expectEqual(question: Question, name: string, actual: unknown, expected: unknown): void {
  if (actual !== expected)
    throw new Error(`${question.title}: ${name} answered ${String(actual)} instead of ${String(expected)}`);
}
