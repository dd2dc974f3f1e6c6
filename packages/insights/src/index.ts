export { createPhraser } from './phrase/create-phraser.ts';
export { type ModelEndpoint, modelEndpointOf } from './phrase/model-endpoint.ts';
export { openAiCompatibleModel } from './phrase/openai-compatible.ts';
export type { LanguageModel, Phraser, PhraserOptions, PhrasingOutcome } from './phrase/phraser.ts';
export { snapshotWebsite, type SnapshotOptions, type SnapshotResult } from './snapshot-website.ts';
export { isMonday, lastFullWeek, newestDueWeek, WEEKLY } from './weeks.ts';
