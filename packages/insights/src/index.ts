export { createPhraser } from './phrase/create-phraser.ts';
export { type ModelEndpoint, openAiCompatibleModel } from './phrase/openai-compatible.ts';
export type { LanguageModel, Phraser, PhraserOptions, PhrasingOutcome } from './phrase/phraser.ts';
export { snapshotWebsite, type SnapshotOptions, type SnapshotOutcome } from './snapshot-website.ts';
export { isMonday, lastFullWeek, newestDueWeek, WEEKLY } from './weeks.ts';
