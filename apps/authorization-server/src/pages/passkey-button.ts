import { type Html, html } from '@funnel/pages';
import { PASSKEY } from './page-scripts.ts';

export const PASSKEY_SCRIPT = html`<script type="module" src="${PASSKEY.path}"></script>
`;

/** A button that asks the browser for a passkey and sends its form. Hidden without a script. */
export function passkeyButton(purpose: 'create' | 'get', text: string, options: object): Html {
  return html`<div data-passkey="${purpose}" data-options="${JSON.stringify(options)}" hidden>
<input type="hidden" name="passkey" value="">
<button type="button"${purpose === 'create' && html` class="primary"`}>${text}</button>
<p class="hint" role="status"></p>
</div>`;
}
