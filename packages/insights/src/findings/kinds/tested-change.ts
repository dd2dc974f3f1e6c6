import type { ConversionRateChange, ConversionsStopped, ViewsChange } from '../finding.ts';

export type WeekChange = ConversionsStopped | ConversionRateChange | ViewsChange;

/** A change that was tested: how likely chance makes it, and what it would be as a finding. */
export interface TestedChange {
  p: number;
  /** None where the change is too small to matter; tested it was all the same, so it counts in the family. */
  finding: WeekChange | undefined;
}
