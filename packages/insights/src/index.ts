// The weekly snapshot.
export { snapshotWebsite, type SnapshotOptions, type SnapshotResult } from './snapshot-website.ts';
export * from './store/snapshot-weeks.ts';
export { isMonday, lastFullWeek, newestDueWeek, WEEKLY, WEEKS_BACK } from './weeks.ts';

// An optional language model that rewrites the recommendations.
export { type ModelEndpoint, modelEndpointOf, openAiCompatibleModel } from './phrase/language-model.ts';
export { createPhraser, type Phraser } from './phrase/phraser.ts';
