import { accountHeader, type HeaderPerson } from '../account/account-header.ts';
import { NO_WEBSITES } from '../pages/consent-page.ts';
import { COPY_SCRIPT, html, layout } from '@funnel/pages';
import { searchScript } from '../pages/website-picker.ts';
import { type NewToken, newTokenView, referenceUrl } from './new-token-view.ts';
import { type TokenFormOptions, tokenFormView } from './token-form-view.ts';
import { type TokenListOptions, tokenListView } from './token-list-view.ts';

/** Messages about what has just happened, by the value of `notice` in the address. */
export const NOTICES = {
  revoked: 'The token was revoked and no longer works.',
  'already-sent': 'This form was already submitted and its token created. A token is shown only once.',
} as const;

/** A key of `NOTICES`. */
export type Notice = keyof typeof NOTICES;

/** What the token page shows. */
export interface TokenPageOptions extends TokenFormOptions, Omit<TokenListOptions, 'websites'> {
  person: HeaderPerson;
  /** Whether the person may only read. */
  isReader: boolean;
  created?: NewToken | undefined;
  notice?: Notice | undefined;
}

const ONLY_READS = html`<p class="empty">You may read, and let an assistant read for you, but not create tokens. The owner of the account can change that.</p>`;

/** Renders the page where people create, list and revoke tokens. */
export function tokenPage(options: TokenPageOptions): string {
  const { csrf, person, websites, isReader, created, notice, errors } = options;
  return layout({
    title: created ? 'Your new token' : 'Access tokens',
    width: 'wide',
    head: html`${created && COPY_SCRIPT}${searchScript(websites)}`,
    header: accountHeader('/tokens', { person, csrf }),
    content: html`<h1>Access tokens</h1>
<p class="lead">Scripts, integrations and AI assistants use these tokens to call the reporting service on your behalf. The <a href="${referenceUrl(options.resources)}">API reference</a> lets you try them.</p>
${notice && html`<p class="note" role="status">${NOTICES[notice]}</p>`}
${errors && html`<p class="note error" role="alert">No token was created. Please correct the highlighted fields.</p>`}
${created && newTokenView(created, options.resources)}
<div class="columns">
<section class="panel" aria-labelledby="yours"><h2 id="yours">Your tokens</h2>${tokenListView(options)}</section>
<section class="panel" aria-labelledby="new"><h2 id="new">New token</h2>${websites.length > 0 ? tokenFormView(options) : isReader ? ONLY_READS : NO_WEBSITES}</section>
</div>`,
  });
}
