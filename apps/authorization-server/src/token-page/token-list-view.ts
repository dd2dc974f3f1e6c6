import type { PersonalToken } from '@funnel/identity';
import { foldedForm, formatTime, type Html, html, lastUse, websiteNamesOf } from '@funnel/pages';
import { RESOURCE_KINDS, RESOURCES, type ResourceUris } from '../resources.ts';

export interface TokenListOptions {
  csrf: string;
  tokens: readonly PersonalToken[];
  websites: readonly { id: number; name: string }[];
  resources: ResourceUris;
  now: Date;
  /** The address that the form to revoke a token is sent to; undefined if the reader may not revoke it. */
  actionOf?: (token: PersonalToken) => string | undefined;
  /** The e-mail of the owner, where the list has those of several people. */
  ownerOf?: (token: PersonalToken) => string | undefined;
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

function tokenItem(token: PersonalToken, options: TokenListOptions): Html {
  const { csrf, websites, resources, now, actionOf = ownAction, ownerOf } = options;
  const names = websiteNamesOf(token.websiteIds, websites);
  const kind = RESOURCE_KINDS.find((candidate) => resources[candidate] === token.resource);
  const state = stateOf(token, now);
  const action = actionOf(token);
  return html`<li class="token">
<div class="token-head"><h3 class="name">${token.name}</h3><span class="badge">${kind ? RESOURCES[kind].name : token.resource}</span>${state && html`<span class="badge inactive">${state}</span>`}</div>
<dl class="facts">
${token.hint && html`<div><dt>Token</dt><dd><code>${token.hint}</code></dd></div>`}
${ownerOf && html`<div><dt>Created by</dt><dd class="break">${ownerOf(token)}</dd></div>`}
<div><dt>Websites</dt><dd>${names.join(', ')}</dd></div>
<div><dt>Permissions</dt><dd>${token.scopes.join(', ')}</dd></div>
<div><dt>Created</dt><dd>${formatTime(token.createdAt)}</dd></div>
<div><dt>Expires</dt><dd>${formatTime(token.expiresAt)}</dd></div>
<div><dt>Last used</dt><dd>${lastUse(token)}</dd></div>
</dl>
${
  !state &&
  html`<div class="token-actions">${!ownerOf && rotateForm(token, csrf)}${action !== undefined && revokeForm(token, csrf, action)}</div>`
}
</li>`;
}

function stateOf({ expiresAt, revokedAt }: PersonalToken, now: Date): string | undefined {
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : undefined;
}

function ownAction({ id }: PersonalToken): string {
  return `/tokens/${id}/revoke`;
}

function revokeForm({ name }: PersonalToken, csrf: string, action: string): Html {
  return foldedForm({
    action,
    csrf,
    summary: 'Revoke',
    label: `Revoke ${name}`,
    content: html`<p>Everything that uses this token stops working immediately. This cannot be undone.</p>`,
    button: 'Revoke token',
  });
}

/** Only for the person's own tokens: nobody else may see the new one. */
function rotateForm({ id, name }: PersonalToken, csrf: string): Html {
  return foldedForm({
    action: `/tokens/${id}/rotate`,
    csrf,
    summary: 'Replace',
    label: `Replace ${name}`,
    content: html`<p>You get a new token with the same name, websites, permissions and life. This one stops working immediately.</p>`,
    button: 'Replace token',
    isDanger: false,
  });
}
