import type { PersonalToken } from '@funnel/identity';
import { csrfField, type PickableWebsite } from '../pages/form-fields.ts';
import { type Html, html } from '@funnel/service';
import { RESOURCE_KINDS, RESOURCES, type ResourceUris } from '../resources.ts';

/** What the list shows. */
export interface TokenListOptions {
  csrf: string;
  tokens: readonly PersonalToken[];
  websites: readonly PickableWebsite[];
  resources: ResourceUris;
  now: Date;
}

/** Renders the active tokens, with the expired and revoked ones collapsed below. */
export function tokenListView(options: TokenListOptions): Html {
  const { tokens, now } = options;
  const list = (listed: readonly PersonalToken[]) =>
    html`<ul class="tokens">${listed.map((token) => tokenItem(token, options))}</ul>`;
  const active = tokens.filter((token) => !stateOf(token, now));
  const inactive = tokens.filter((token) => stateOf(token, now));
  return html`${active.length > 0 ? list(active) : html`<p class="empty">You have no active tokens.</p>`}
${
  inactive.length > 0 &&
  html`<details class="inactive"><summary>Expired and revoked (${inactive.length})</summary>${list(inactive)}</details>`
}`;
}

function tokenItem(token: PersonalToken, { csrf, websites, resources, now }: TokenListOptions): Html {
  const names = token.websiteIds.map((id) => websites.find((website) => website.id === id)?.name ?? `#${id}`);
  const kind = RESOURCE_KINDS.find((candidate) => resources[candidate] === token.resource);
  const state = stateOf(token, now);
  return html`<li class="token">
<div class="token-head"><h3 class="name">${token.name}</h3><span class="badge">${kind ? RESOURCES[kind].name : token.resource}</span>${state && html`<span class="badge inactive">${state}</span>`}</div>
<dl class="facts">
<div><dt>Websites</dt><dd>${names.join(', ')}</dd></div>
<div><dt>Permissions</dt><dd>${token.scopes.join(', ')}</dd></div>
<div><dt>Created</dt><dd>${formatTime(token.createdAt)}</dd></div>
<div><dt>Expires</dt><dd>${formatTime(token.expiresAt)}</dd></div>
<div><dt>Last used</dt><dd>${token.lastUsedAt ? formatTime(token.lastUsedAt) : 'never'}</dd></div>
</dl>
${!state && revokeForm(token, csrf)}
</li>`;
}

function stateOf({ expiresAt, revokedAt }: PersonalToken, now: Date): string | undefined {
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : undefined;
}

/** Revoking takes two steps without a script: open, then confirm. */
function revokeForm({ id, name }: PersonalToken, csrf: string): Html {
  return html`<details class="revoke">
<summary aria-label="Revoke ${name}">Revoke</summary>
<form method="post" action="/tokens/${id}/revoke">
${csrfField(csrf)}
<p>Everything that uses this token stops working immediately. This cannot be undone.</p>
<button type="submit" class="danger">Revoke token</button>
</form>
</details>`;
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

function formatTime(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${timeFormat.format(date)} UTC</time>`;
}
