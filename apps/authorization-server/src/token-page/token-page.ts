import { COPY_SCRIPT, html, NO_WEBSITES, searchScript } from '@funnel/pages';
import { accountPage } from '../account/account-page.ts';
import type { Person } from '../people/people.ts';
import { type NewToken, newTokenView, referenceUrl } from './new-token-view.ts';
import { type TokenFormOptions, tokenFormView } from './token-form-view.ts';
import { type TokenListOptions, tokenListView } from './token-list-view.ts';

export interface TokenPageOptions extends TokenFormOptions, Omit<TokenListOptions, 'websites'> {
  person: Person;
  isReader: boolean;
  created?: NewToken | undefined;
  notice?: string | undefined;
}

const ONLY_READS = html`<p class="empty">You may read, and let an assistant read for you, but not create tokens. The owner of the account can change that.</p>`;

export function tokenPage(options: TokenPageOptions): string {
  const { websites, isReader, created, notice, errors, resources } = options;
  const form = websites.length > 0 ? tokenFormView(options) : isReader ? ONLY_READS : NO_WEBSITES;
  return accountPage('/tokens', options, {
    title: created ? 'Your new token' : 'Access tokens',
    heading: 'Access tokens',
    head: html`${created && COPY_SCRIPT}${searchScript(websites)}`,
    lead: html`Scripts, integrations and AI assistants use these tokens to call the reporting service on your behalf. The <a href="${referenceUrl(resources)}">API reference</a> lets you try them.`,
    notice,
    error: errors && 'No token was created. Please correct the highlighted fields.',
    content: html`${created && newTokenView(created, resources)}
<div class="columns">
<section class="panel" aria-labelledby="yours"><h2 id="yours">Your tokens</h2>${tokenListView(options)}</section>
<section class="panel" aria-labelledby="new"><h2 id="new">New token</h2>${form}</section>
</div>`,
  });
}
