export {
  type ListedBreak,
  readBrokenCampaigns,
  readBrokenCampaignsOf,
} from './breaks/read-broken-campaigns.ts';
export { readBreaksOfWebsites, type WebsiteBreaks } from './breaks/read-breaks-of-websites.ts';
export { type CampaignState, readCampaignState } from './breaks/read-campaign-state.ts';
export * from './experiments/read-experiment-lives.ts';
export { readCampaignSplits, readSplitChanges } from './experiments/read-splits.ts';
export { readFirstDays, readLastDays } from './experiments/read-viewed-days.ts';
export { readElementFields, readElementProducts } from './read-breakdowns.ts';
export { readCampaignTotals } from './read-campaign-totals.ts';
export { type Metrics, type MetricsQuery, type PeriodCounts, readMetrics } from './read-metrics.ts';
export { type Line, readLines } from './read-lines.ts';
export { readRhythm } from './read-rhythm.ts';
export { readUpperBounds } from './read-upper-bounds.ts';
