import { type DuckDb, openDuckDb } from '../contenders/duckdb.ts';
import { openProduct, type ProductInProcess } from '../contenders/product-in-process.ts';
import { ratios, spreadOf } from '../measure/statistics.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { type QuestionName, questionOf } from '../questions.ts';
import { medianText, type Row } from '../report/table.ts';
import { say } from '../../bench-context.ts';
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
export async function measureGrowth({ store, settings }: Stage): Promise<Row[]> {
  const rows: Row[] = [];
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
      // Its approximate counts: exact ones of ten million events would take longer than all of this section.
      const duckdb = await askEach(sizes, settings, (size) =>
        timeOf(() => size.duckdb.approximate.ask(question)),
      );
      for (const [when, { growth, figures }] of [
        ['asked for the first time', first],
        ['asked again', again],
      ] as const)
        rows.push({
          what: `${question.title}, ${when}, time with ten times the events`,
          against: `${settings.growth[0]?.toLocaleString('en')} events`,
          unit: 'times',
          target: { atMost: LIMIT },
          measured: spreadOf(growth),
          detail: `${figures}; DuckDB, approximate counts, ${medianText(duckdb.growth, 'times')}`,
        });
    }
    return rows;
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
  duckdb: DuckDb;
}

/** The times with each number of events as text, and how much longer the most take than the fewest. */
async function askEach(sizes: readonly Size[], settings: Settings, ask: (size: Size) => Promise<number>) {
  const asks = sizes.map((size) => [String(size.events), () => ask(size)] as const);
  const measured = await inTurns(Object.fromEntries(asks), settings);
  const msOf = (size: Size | undefined) => measured[String(size?.events)] ?? [];
  return {
    growth: ratios(msOf(sizes.at(-1)), msOf(sizes[0])),
    figures: sizes.map((size) => `${millions(size.events)}: ${medianText(msOf(size), 'ms')}`).join(', '),
  };
}

function millions(events: number): string {
  return events >= 1e6 ? `${events / 1e6} M` : events.toLocaleString('en');
}
