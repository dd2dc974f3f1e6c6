import { plainName } from '@funnel/domain';
import { foldedForm, formatTime, html, type Html } from '@funnel/pages';
import type { ShareLink, SharedThings } from './share-links.ts';

/** Longer names are cut. */
const MAX_NAME_LENGTH = 100;

/** Of a link, so many openings are kept. */
const MAX_OPENINGS = 1_000;

export interface LinkViewOptions extends Pick<SharedThings, 'websites'> {
  csrf: string;
}

export interface ShareListOptions extends LinkViewOptions, SharedThings {}

/** Renders the links that show something, with those that have ended collapsed below. */
export function shareListView(options: ShareListOptions): Html {
  const { active, ended, endedCount } = options;
  const list = (links: readonly ShareLink[]) =>
    html`<ul class="tokens">${links.map((link) => html`<li class="token">${shareLinkView(link, options)}</li>`)}</ul>`;
  return html`${active.length > 0 ? list(active) : html`<p class="empty">There is no active link.</p>`}
${endedCount > 0 && html`<details class="inactive"><summary>Ended (${endedCount})</summary>${list(ended)}</details>`}`;
}

export function shareLinkView(link: ShareLink, options: LinkViewOptions & { isAlone?: boolean }): Html {
  const { csrf, isAlone = false } = options;
  const { id, name, state, has_password: hasPassword, openings } = link;
  const isActive = state === 'active';
  return html`<div class="token-head">${isAlone ? html`<h2 class="name">${name}</h2>` : html`<h3 class="name">${name}</h3>`}<span class="badge">${link.campaign_id === null ? 'Website' : 'Campaign'}</span>${hasPassword && html`<span class="badge">password</span>`}${!isActive && html`<span class="badge inactive">${state}</span>`}</div>
<dl class="facts">
<div><dt>Shows</dt><dd class="break">${sharedText(link, options)}</dd></div>
${!link.is_own && html`<div><dt>Made by</dt><dd class="break">${link.made_by ?? 'somebody who has left'}</dd></div>`}
<div><dt>Created</dt><dd>${formatTime(link.created_at)}</dd></div>
<div><dt>Expires</dt><dd>${formatTime(link.expires_at)}</dd></div>
<div><dt>Opened</dt><dd>${openedText(link)}</dd></div>
</dl>
<div class="token-actions">
${!isAlone && openings > 0 && html`<a href="/share-links/${id}" aria-label="Who opened ${name}">Who opened it</a>`}
${isActive && revokeForm(link, csrf)}
</div>`;
}

export function sharedText(
  shared: Pick<ShareLink, 'website_id' | 'campaign_id' | 'campaign_name'>,
  { websites }: Pick<SharedThings, 'websites'>,
): string {
  const { website_id: websiteId, campaign_id: campaignId, campaign_name: name } = shared;
  const website = websites.find(({ id }) => id === websiteId)?.name ?? `website #${websiteId}`;
  if (campaignId === null) return website;
  return name === null
    ? `campaign #${campaignId} of ${website}`
    : `“${plainName(name, MAX_NAME_LENGTH)}” of ${website}`;
}

function openedText({ openings, last_opened_at: lastOpenedAt }: ShareLink): Html {
  if (lastOpenedAt === null) return html`never`;
  const times = openings === 1 ? 'once' : `${openings.toLocaleString('en-GB')} times`;
  const most = openings >= MAX_OPENINGS ? `${times} or more` : times;
  return html`${most}, last on ${formatTime(lastOpenedAt)}`;
}

function revokeForm({ id, name }: ShareLink, csrf: string): Html {
  return foldedForm({
    action: `/share-links/${id}/revoke`,
    csrf,
    summary: 'Revoke',
    label: `Revoke ${name}`,
    content: html`<p>Whoever has this link sees nothing more, also on pages that are open now. This cannot be undone.</p>`,
    button: 'Revoke link',
  });
}
