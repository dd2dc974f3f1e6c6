import { type CampaignName, MAX_OPENINGS, type ShareLink } from '@funnel/identity';
import { plainName } from '@funnel/domain';
import { foldedForm, formatTime, html, type Html } from '@funnel/pages';
import type { PageViewer } from '../account/account-page.ts';

/** Longer names are cut. */
const MAX_NAME_LENGTH = 100;

export interface ShareListOptions extends PageViewer {
  links: readonly ShareLink[];
  /** Those that the reader may see. */
  websites: readonly { id: number; name: string }[];
  campaignName: CampaignName;
  now: Date;
}

/** Renders the links that show something, with those that have ended collapsed below. */
export function shareListView(options: ShareListOptions): Html {
  const list = (links: readonly ShareLink[]) =>
    html`<ul class="tokens">${links.map((link) => html`<li class="token">${shareLinkView(link, options)}</li>`)}</ul>`;
  const active = options.links.filter(({ isActive }) => isActive);
  const ended = options.links.filter(({ isActive }) => !isActive);
  return html`${active.length > 0 ? list(active) : html`<p class="empty">There is no active link.</p>`}
${ended.length > 0 && html`<details class="inactive"><summary>Ended (${ended.length})</summary>${list(ended)}</details>`}`;
}

export function shareLinkView(
  link: ShareLink,
  options: Omit<ShareListOptions, 'links'> & { isAlone?: boolean },
): Html {
  const { csrf, person, now, isAlone = false } = options;
  const { id, name, isActive, hasPassword, openings } = link;
  return html`<div class="token-head">${isAlone ? html`<h2 class="name">${name}</h2>` : html`<h3 class="name">${name}</h3>`}<span class="badge">${link.campaignId === null ? 'Website' : 'Campaign'}</span>${hasPassword && html`<span class="badge">password</span>`}${!isActive && html`<span class="badge inactive">${stateOf(link, now)}</span>`}</div>
<dl class="facts">
<div><dt>Shows</dt><dd class="break">${sharedText(link, options)}</dd></div>
${link.userId !== person.id && html`<div><dt>Made by</dt><dd class="break">${link.email}</dd></div>`}
<div><dt>Created</dt><dd>${formatTime(link.createdAt)}</dd></div>
<div><dt>Expires</dt><dd>${formatTime(link.expiresAt)}</dd></div>
<div><dt>Opened</dt><dd>${openedText(link)}</dd></div>
</dl>
<div class="token-actions">
${!isAlone && openings > 0 && html`<a href="/share-links/${id}" aria-label="Who opened ${name}">Who opened it</a>`}
${isActive && revokeForm(link, csrf)}
</div>`;
}

/** What a link shows. */
export function sharedText(
  shared: Pick<ShareLink, 'websiteId' | 'campaignId'>,
  { websites, campaignName }: Pick<ShareListOptions, 'websites' | 'campaignName'>,
): string {
  const { websiteId, campaignId } = shared;
  const website = websites.find(({ id }) => id === websiteId)?.name ?? `website #${websiteId}`;
  if (campaignId === null) return website;
  const name = campaignName(shared);
  return name === undefined
    ? `campaign #${campaignId} of ${website}`
    : `“${plainName(name, MAX_NAME_LENGTH)}” of ${website}`;
}

function stateOf({ revokedAt, expiresAt }: ShareLink, now: Date): string {
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : 'ended';
}

function openedText({ openings, lastOpenedAt }: ShareLink): Html {
  if (!lastOpenedAt) return html`never`;
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
