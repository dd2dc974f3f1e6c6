import { openDuckDb } from '../contenders/duckdb.ts';
import type { EventContender } from '../contenders/event-contender.ts';
import { openProduct, type ProductInProcess } from '../contenders/product-in-process.ts';
import { quantile, ratios, spreadOf } from '../measure/statistics.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { type QuestionName, questionOf } from '../questions.ts';
import type { GrowthLine, SectionResult } from '../report/results.ts';
import type { Row } from '../report/row.ts';
import { formatValue } from '../report/table.ts';
import { say } from '../say.ts';
import type { Settings } from '../settings.ts';
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
  const sizes: Size[] = [];
  for (const events of settings.growth) {
    const duckdb = await openDuckDb(await store.duckdb(events));
    sizes.push({ events, product: openProduct(await store.product(events)), duckdb });
  }
  try {
    for (const question of NAMES.map((name) => questionOf(name))) {
      say(question.title);
      const first = await askEach(sizes, settings, ({ product }) => {
        product.forget();
        return timeOf(() => product.ask(question));
      });
      const again = await askEach(sizes, settings, ({ product }) => timeOf(() => product.ask(question)));
      const duckdb = await askEach(sizes, settings, (size) => timeOf(() => size.duckdb.ask(question)));
      lines.push({ title: question.title, contender: 'product', points: first.points });
      lines.push({ title: question.title, contender: 'duckdb', points: duckdb.points });
      for (const [when, { points, growth }] of Object.entries({
        'asked for the first time': first,
        'asked again': again,
      })) {
        rows.push({
          what: `${question.title}, ${when}, time with ten times the events`,
          against: `${settings.growth[0]?.toLocaleString('en')} events`,
          unit: 'times',
          target: { atMost: LIMIT },
          measured: growth,
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

interface Size {
  events: number;
  product: ProductInProcess;
  duckdb: EventContender;
}

/** The times with each number of events, and how much longer the most take than the fewest. */
async function askEach(sizes: readonly Size[], settings: Settings, ask: (size: Size) => Promise<number>) {
  const asks = sizes.map((size) => [String(size.events), () => ask(size)] as const);
  const measured = await inTurns(Object.fromEntries(asks), settings);
  const msOf = (size: Size | undefined) => measured[String(size?.events)] ?? [];
  return {
    points: sizes.map((size) => ({ events: size.events, ms: quantile(msOf(size), 0.5) })),
    growth: spreadOf(ratios(msOf(sizes.at(-1)), msOf(sizes[0]))),
  };
}

function millions(events: number): string {
  return events >= 1e6 ? `${events / 1e6} M` : events.toLocaleString('en');
}
