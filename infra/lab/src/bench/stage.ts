import type { Trial } from '../trial.ts';
import type { BenchStore } from './data/store.ts';
import type { HttpCallers } from './measure/http-callers.ts';
import type { Floor } from './product/floor.ts';
import type { ProductInProcess } from './product/product-in-process.ts';
import type { ProductOverHttp } from './product/product-over-http.ts';
import type { Settings } from './settings.ts';

export interface Stage extends Trial {
  settings: Settings;
  store: BenchStore;
  http: ProductOverHttp;
  floor: Floor;
  callers: HttpCallers;
  product: ProductInProcess;
}
