import { type Html, html } from '../html.ts';
import { COPY } from './page-assets.ts';

/** A button that copies the text of the element with this id. Hidden until the script of `COPY_SCRIPT` shows it. */
export function copyButton(id: string): Html {
  return html`<button type="button" class="copy" data-copy="${id}" aria-live="polite" hidden>Copy</button>`;
}

/** A command or a part of a file, with a button that copies it. */
export function copyable({ id, label, text }: { id: string; label: string; text: string }): Html {
  return html`<div class="copyable"><pre id="${id}" tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>${copyButton(id)}</div>`;
}

/** The script behind the button, for the head of the page. */
export const COPY_SCRIPT = html`<script src="${COPY.path}" defer></script>
`;
