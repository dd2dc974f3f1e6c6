import { type Html, html } from './html.ts';

/** Descriptions mark code with backticks and separate paragraphs by empty lines; they use nothing else of Markdown. */
export function paragraphs(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${markedText(paragraph)}</p>`);
}

/** The same without paragraphs. */
export function markedText(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}
