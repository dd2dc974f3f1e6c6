import type { BenchStore } from './data/store.ts';
import type { HttpCallers } from './measure/http-callers.ts';
import type { Floor } from './product/floor.ts';
import type { ProductInProcess } from './product/product-in-process.ts';
import type { ProductOverHttp } from './product/product-over-http.ts';
import type { Settings } from './settings.ts';

/** Registers what must be stopped when the benchmark ends or is interrupted. */
export type Defer = (cleanUp: () => unknown) => void;

/** Everything that a section can measure, running and loaded. */
export interface Stage {
  /** The folder of the clone. */
  root: string;
  defer: Defer;
  settings: Settings;
  store: BenchStore;
  http: ProductOverHttp;
  floor: Floor;
  /** Sixteen of them. */
  callers: HttpCallers;
  product: ProductInProcess;
}

/** Shows what the benchmark does, on standard error. */
export function say(message: string): void {
  process.stderr.write(`- ${message}\n`);
}
