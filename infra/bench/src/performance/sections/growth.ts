import { openDuckDb } from '../contenders/duckdb.ts';
import { openProduct } from '../contenders/product-in-process.ts';
import { quantile, ratios, spreadOf } from '../measure/statistics.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { type QuestionName, questionOf } from '../questions.ts';
import type { GrowthLine, SectionResult } from '../report/results.ts';
import type { Row } from '../report/row.ts';
import { formatValue } from '../report/table.ts';
import { say } from '../say.ts';
import type { Stage } from './stage.ts';

const NAMES: QuestionName[] = [
  'website_30',
  'website_365',
  'website_series',
  'campaigns_30',
  'campaigns_365',
  'campaigns_all',
];
const LIMIT = 1.2;

/** The same reports with ten times the events in the same two years. */
export async function measureGrowth({ store, settings }: Stage): Promise<SectionResult> {
  const rows: Row[] = [];
  const lines: GrowthLine[] = [];
  const sizes = [];
  for (const events of settings.growth) {
    const duckdb = await openDuckDb(await store.duckdb(events));
    sizes.push({ events, product: openProduct(await store.product(events)), duckdb });
  }
  try {
    for (const question of NAMES.map((name) => questionOf(name))) {
      say(question.title);
      for (const contender of ['product', 'duckdb'] as const) {
        const measured = await inTurns(
          Object.fromEntries(
            sizes.map((size) => [String(size.events), () => timeOf(() => size[contender].ask(question))]),
          ),
          settings,
        );
        const msOf = (events: number | undefined) => measured[String(events)] ?? [];
        const points = settings.growth.map((events) => ({ events, ms: quantile(msOf(events), 0.5) }));
        lines.push({ title: question.title, contender, points });
        if (contender === 'duckdb') continue;
        rows.push({
          what: `${question.title}, time with ten times the events`,
          against: `${settings.growth[0]?.toLocaleString('en')} events`,
          unit: 'times',
          target: { atMost: LIMIT },
          measured: spreadOf(ratios(msOf(settings.growth.at(-1)), msOf(settings.growth[0]))),
          detail: points.map(({ events, ms }) => `${millions(events)}: ${formatValue(ms, 'ms')}`).join(', '),
        });
      }
    }
    return { rows, growth: lines };
  } finally {
    for (const { product, duckdb } of sizes) {
      await product.close();
      await duckdb.close();
    }
  }
}

function millions(events: number): string {
  return events >= 1e6 ? `${events / 1e6} M` : events.toLocaleString('en');
}
