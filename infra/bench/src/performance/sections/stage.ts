import type { DuckDb } from '../contenders/duckdb.ts';
import type { EventContender } from '../contenders/event-contender.ts';
import type { Floor } from '../contenders/floor.ts';
import type { ProductInProcess } from '../contenders/product-in-process.ts';
import type { ProductOverHttp } from '../contenders/product-over-http.ts';
import type { BenchStore } from '../../data/bench-store.ts';
import type { BenchContext } from '../../bench-context.ts';
import type { HttpCallers } from '../measure/http-callers.ts';
import type { Settings } from '../settings.ts';

/** Everything that a section can measure, running and loaded. */
export interface Stage {
  /** The folder of the clone. */
  root: string;
  /** Registers what must be stopped when the benchmark ends or is interrupted. */
  defer: BenchContext['defer'];
  settings: Settings;
  store: BenchStore;
  http: ProductOverHttp;
  floor: Floor;
  /** Sixteen of them. */
  callers: HttpCallers;
  product: ProductInProcess;
  duckdb: DuckDb;
  postgres: EventContender;
}
