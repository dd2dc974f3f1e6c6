import type { PersonalToken } from '@funnel/identity';
import { type Html, html } from '../pages/html.ts';
import { csrfField } from '../pages/layout.ts';
import type { PickableWebsite } from '../pages/website-picker.ts';
import { RESOURCE_KINDS, RESOURCES, type ResourceUris } from './resources.ts';

export interface TokenListOptions {
  csrf: string;
  tokens: readonly PersonalToken[];
  websites: readonly PickableWebsite[];
  resources: ResourceUris;
  now: Date;
}

/** Those that work; what has ended stands folded below. */
export function tokenListView(options: TokenListOptions): Html {
  const { tokens, now } = options;
  const list = (listed: readonly PersonalToken[]) =>
    html`<ul class="tokens">${listed.map((token) => tokenItem(token, options))}</ul>`;
  const working = tokens.filter((token) => !stateOf(token, now));
  const ended = tokens.filter((token) => stateOf(token, now));
  return html`${working.length > 0 ? list(working) : html`<p class="empty">You have no token that works.</p>`}
${
  ended.length > 0 &&
  html`<details class="ended"><summary>Expired and revoked (${ended.length})</summary>${list(ended)}</details>`
}`;
}

function tokenItem(token: PersonalToken, { csrf, websites, resources, now }: TokenListOptions): Html {
  const names = token.websiteIds.map((id) => websites.find((website) => website.id === id)?.name ?? `#${id}`);
  const kind = RESOURCE_KINDS.find((candidate) => resources[candidate] === token.resource);
  const state = stateOf(token, now);
  return html`<li class="token">
<div class="token-head"><h3 class="name">${token.name}</h3><span class="badge">${kind ? RESOURCES[kind].name : token.resource}</span>${state && html`<span class="badge over">${state}</span>`}</div>
<dl class="facts">
<div><dt>Websites</dt><dd>${names.join(', ')}</dd></div>
<div><dt>Permissions</dt><dd>${token.scopes.join(', ')}</dd></div>
<div><dt>Created</dt><dd>${moment(token.createdAt)}</dd></div>
<div><dt>Expires</dt><dd>${moment(token.expiresAt)}</dd></div>
<div><dt>Last use</dt><dd>${token.lastUsedAt ? moment(token.lastUsedAt) : 'never'}</dd></div>
</dl>
${!state && revokeForm(token, csrf)}
</li>`;
}

function stateOf({ expiresAt, revokedAt }: PersonalToken, now: Date): string | undefined {
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : undefined;
}

/** Two steps without a script: opened first, confirmed then. */
function revokeForm({ id, name }: PersonalToken, csrf: string): Html {
  return html`<details class="revoke">
<summary aria-label="Revoke ${name}">Revoke</summary>
<form method="post" action="/tokens/${id}/revoke">
${csrfField(csrf)}
<p>Whatever uses it stops working at once. This cannot be undone.</p>
<button type="submit" class="danger">Revoke for good</button>
</form>
</details>`;
}

const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

function moment(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${format.format(date)} UTC</time>`;
}
