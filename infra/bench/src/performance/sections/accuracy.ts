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

type Metrics = Record<string, number>;

/**
 * Checks that all contenders answer the same question: sums and the order by revenue must be equal. Returns the largest
 * error of a distinct count, with the exact counts of PostgreSQL as reference.
 */
export async function accuracyRows({ product, duckdb, postgres }: Stage): Promise<Row[]> {
  const errors = { product: [0], duckdb: [0] };
  for (const question of [QUESTIONS.website_30, QUESTIONS.website_365] as Question[]) {
    const exact = totalsOf(await postgres.ask(question));
    const counted = {
      product: ((await product.ask(question)) as { data: { metrics: Metrics } }).data.metrics,
      duckdb: totalsOf(await duckdb.ask(question)),
    };
    for (const name of ['product', 'duckdb'] as const) {
      expectEqual(question, name, counted[name]['orders'], exact['orders']);
      expectEqual(question, name, counted[name]['revenue'], exact['revenue']);
      for (const metric of Object.keys(METRICS)) {
        const reference = exact[metric] ?? 0;
        if (reference > 0) errors[name].push(Math.abs((counted[name][metric] ?? 0) / reference - 1));
      }
    }
  }
  await expectSamePage({ product, duckdb, postgres });
  const rowOf = (what: string, values: number[]): Row => ({
    what: `largest error of a distinct count, ${what}`,
    against: 'exact counts',
    unit: '%',
    measured: spreadOf([100 * Math.max(...values)]),
    detail: 'website, 30 and 365 days, four metrics',
  });
  return [rowOf('product', errors.product), rowOf('DuckDB', errors.duckdb)];
}

async function expectSamePage({ product, duckdb, postgres }: Pick<Stage, 'product' | 'duckdb' | 'postgres'>) {
  const question: Question = QUESTIONS.campaigns_all;
  const answer = (await product.ask(question)) as { data: { campaigns: { id: number }[] } };
  const page = answer.data.campaigns.map(({ id }) => id).join(' ');
  for (const [name, contender] of Object.entries({ duckdb, postgres })) {
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
