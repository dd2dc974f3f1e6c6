import { type Html, html } from '../html.ts';
import { COPY } from './page-assets.ts';

/** A button that copies the text of the element with this id. Hidden until the script of `COPY_SCRIPT` shows it. */
export function copyButton(id: string): Html {
  return html`<button type="button" class="copy" data-copy="${id}" aria-live="polite" hidden>Copy</button>`;
}

/** The script behind the button, for the head of the page. The page needs `allowScript`. */
export const COPY_SCRIPT = html`<script src="${COPY.path}" defer></script>
`;
