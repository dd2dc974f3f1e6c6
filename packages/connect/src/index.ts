export { type Assistant, ASSISTANTS, type Setup, type Snippet } from './assistants.ts';
export { assistantsPage } from './assistant-page.ts';
