import { type Html, html } from '@funnel/pages';
import { COPY_SCRIPT_URL } from './serve-pages.ts';

/** A button that copies the text of a field. Hidden until the script of `COPY_SCRIPT` shows it. */
export function copyButton(fieldId: string): Html {
  return html`<button type="button" class="copy" data-copy="${fieldId}" aria-live="polite" hidden>Copy</button>`;
}

/** The script behind the button, for the head of the page. */
export const COPY_SCRIPT = html`<script src="${COPY_SCRIPT_URL}" defer></script>
`;
