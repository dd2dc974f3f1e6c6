import { type Html, html } from '../html.ts';
import { markedText } from '../marked-text.ts';
import { copyable } from './copy-button.ts';

export interface FoldedSteps {
  /** Part of the ids on the page. */
  id: string;
  title: string;
  /** Texts that mark code with backticks. */
  note?: string | undefined;
  steps: readonly string[];
  snippet?: { file?: string; text: string } | undefined;
}

/** Steps that open with a click on their title. */
export function foldedSteps({ id, title, note, steps, snippet }: FoldedSteps): Html {
  return html`<details class="steps">
<summary>${title}</summary>
${note && html`<p class="hint">${markedText(note)}</p>`}
<ol>${steps.map((step) => html`<li>${markedText(step)}</li>`)}</ol>
${
  snippet &&
  html`${snippet.file && html`<p class="caption"><code>${snippet.file}</code></p>`}
${copyable({ id: `${id}-snippet`, label: `What to enter in ${title}`, text: snippet.text })}`
}
</details>`;
}
