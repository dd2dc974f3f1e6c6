import type { TrialProduct } from './trial-product.ts';

/** What a suite works with. */
export interface ConformanceRun {
  /** Of the clone. */
  root: string;
  localDir: string;
  /** For what this run writes; removed after it. */
  folder: string;
  product: TrialProduct;
}
