export type { SubjectSelection } from './rollups/subjects.ts';
export {
  type FieldRow,
  type ProductBreakdownRow,
  readElementFields,
  readElementProducts,
} from './read-breakdowns.ts';
export { type CampaignDays, type DailyMetric, readCampaignDays } from './read-campaign-days.ts';
export { readCampaignTotals } from './read-campaign-totals.ts';
export { readFirstDays } from './read-first-days.ts';
export { type FrozenMetricsRow, readFrozenMetrics } from './read-frozen-metrics.ts';
export { type Metrics, type MetricsQuery, type PeriodCounts, readMetrics } from './read-metrics.ts';
export { readUpperBounds } from './read-upper-bounds.ts';
