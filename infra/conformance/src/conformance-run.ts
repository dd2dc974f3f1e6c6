import type { TrialProduct } from '@funnel/local';

/** What a suite works with. */
export interface ConformanceRun {
  /** Of the clone. */
  root: string;
  localDir: string;
  /** For what this run writes; removed after it. */
  folder: string;
  product: TrialProduct;
}
