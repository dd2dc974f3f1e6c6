import type { TrialProduct } from '@funnel/local';

/** What a suite works with. */
export interface ConformanceRun {
  /** The folder of the clone. */
  root: string;
  localDir: string;
  /** For temporary files; deleted afterwards. */
  folder: string;
  product: TrialProduct;
}
