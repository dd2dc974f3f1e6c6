export { type Assistant, ASSISTANTS, type Setup, type Snippet } from './assistants.ts';
export { assistantPage, assistantsPage } from './assistant-page.ts';
