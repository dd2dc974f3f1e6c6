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
import { arrayLiteral, int4, plainArrayLiteral, text } from '@funnel/db/sql';
import { statement } from '../statement.ts';
import { chunked } from './chunked.ts';
import type { ProductRow } from '../events/event.ts';

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
    elements: text(),
    grains: text(),
    buckets: text(),
    values: text(),
    selections: text(),
    orders: text(),
    revenues: text(),
  },
  {},
);

/** Adds up the product rows of one website's events. */
export class ProductBatch {
  readonly #cells = new Map<string, ProductCell>();

  add(elementId: number, day: Day, products: readonly ProductRow[]): void {
    for (const product of products)
      for (const grain of GRAINS) this.#count(elementId, grain, bucketStart(day, grain), product);
  }

  async write(sql: TransactionSql, websiteId: WebsiteId): Promise<void> {
    for (const cells of chunked(this.#cells.values(), ROWS_PER_STATEMENT)) await write(sql, websiteId, cells);
  }

  #count(elementId: number, grain: Grain, bucket: Day, { value, ...added }: ProductRow): void {
    const key = JSON.stringify([elementId, grain, bucket, value]);
    const cell = this.#cells.get(key) ?? {
      elementId,
      grain,
      bucket,
      value,
      selections: 0,
      orders: 0,
      revenueCents: 0n,
    };
    cell.selections += added.selections;
    cell.orders += added.orders;
    cell.revenueCents += added.revenueCents;
    this.#cells.set(key, cell);
  }
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
