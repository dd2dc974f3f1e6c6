import { NO_WEBSITES } from '../pages/consent-page.ts';
import { type Html, html } from '../pages/html.ts';
import { csrfField, layout } from '../pages/layout.ts';
import { type NewToken, newTokenView } from './new-token-view.ts';
import { type TokenFormOptions, tokenFormView } from './token-form-view.ts';
import { type TokenListOptions, tokenListView } from './token-list-view.ts';

export const NOTICES = {
  revoked: 'The token is revoked. It stopped working at once.',
  'already-sent': 'This form was sent before and made its token then. A token is shown only once.',
} as const;
export type Notice = keyof typeof NOTICES;

export interface TokenPageOptions extends TokenFormOptions, TokenListOptions {
  person: { email: string };
  created?: NewToken | undefined;
  notice?: Notice | undefined;
}

export function tokenPage(options: TokenPageOptions): string {
  const { csrf, person, websites, created, notice, faults } = options;
  return layout({
    title: created ? 'Your new token' : 'Access tokens',
    width: 'wide',
    header: account(person.email, csrf),
    content: html`<h1>Access tokens</h1>
<p class="lead">For scripts and integrations that call the reporting service in your name.</p>
${notice && html`<p class="note" role="status">${NOTICES[notice]}</p>`}
${faults && html`<p class="note error" role="alert">No token was made. Please mend what is marked below.</p>`}
${created && newTokenView(created, options.resources)}
<div class="columns">
<section class="panel" aria-labelledby="new"><h2 id="new">New token</h2>${websites.length > 0 ? tokenFormView(options) : NO_WEBSITES}</section>
<section class="panel" aria-labelledby="yours"><h2 id="yours">Your tokens</h2>${tokenListView(options)}</section>
</div>`,
  });
}

function account(email: string, csrf: string): Html {
  return html`<form method="post" action="/logout" class="account">${csrfField(csrf)}<span class="break">${email}</span><button type="submit" class="quiet">Sign out</button></form>`;
}
