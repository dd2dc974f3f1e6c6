import {
  type Day,
  GRAINS,
  type Grain,
  type WebsiteId,
  bucketStart,
  formatDay,
  centsToNumeric,
} from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { arrays, arrayLiteral, int4, plainArrayLiteral } from '@funnel/db/sql';
import { statement } from '../shared/statement.ts';
import { chunked } from '../shared/chunked.ts';
import type { ProductRow } from '../parse/event.ts';

interface SoldRow {
  elementId: number;
  day: Day;
  product: ProductRow;
}

interface ProductCell extends ProductRow {
  elementId: number;
  grain: Grain;
  bucket: Day;
}

const ROWS_PER_STATEMENT = 2_000;

const addElementProducts = statement(
  'add-element-products',
  {
    website: int4<WebsiteId>(),
    ...arrays('elements', 'grains', 'buckets', 'values', 'selections', 'orders', 'revenues'),
  },
  {},
);

export class ProductBatch {
  readonly #rows: SoldRow[] = [];

  add(elementId: number, day: Day, products: readonly ProductRow[]): void {
    for (const product of products) this.#rows.push({ elementId, day, product });
  }

  async write(sql: TransactionSql, websiteId: WebsiteId): Promise<void> {
    // One grain after the other: the cells of all would take five times the memory.
    for (const grain of GRAINS)
      for (const cells of chunked(cellsOf(this.#rows, grain).values(), ROWS_PER_STATEMENT))
        await write(sql, websiteId, cells);
  }
}

function cellsOf(rows: readonly SoldRow[], grain: Grain): Map<string, ProductCell> {
  const cells = new Map<string, ProductCell>();
  for (const { elementId, day, product } of rows) {
    const { value, selections, orders, revenueCents } = product;
    const bucket = bucketStart(day, grain);
    const key = JSON.stringify([elementId, bucket, value]);
    const cell = cells.get(key);
    if (cell) {
      cell.selections += selections;
      cell.orders += orders;
      cell.revenueCents += revenueCents;
    } else cells.set(key, { elementId, grain, bucket, ...product });
  }
  return cells;
}

async function write(
  sql: TransactionSql,
  websiteId: WebsiteId,
  cells: readonly ProductCell[],
): Promise<void> {
  await addElementProducts(sql, {
    website: websiteId,
    elements: plainArrayLiteral(cells.map((cell) => cell.elementId)),
    grains: plainArrayLiteral(cells.map((cell) => cell.grain)),
    buckets: plainArrayLiteral(cells.map((cell) => formatDay(cell.bucket))),
    values: arrayLiteral(cells.map((cell) => cell.value)),
    selections: plainArrayLiteral(cells.map((cell) => cell.selections)),
    orders: plainArrayLiteral(cells.map((cell) => cell.orders)),
    revenues: plainArrayLiteral(cells.map((cell) => centsToNumeric(cell.revenueCents))),
  });
}
