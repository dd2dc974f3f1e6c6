import type { ShareLink, ShareLinkOpening } from '@funnel/identity';
import { COPY_SCRIPT, copyButton, type Html, html, layout } from '@funnel/pages';
import { accountHeader, type HeaderPerson } from '../account/account-header.ts';
import { NO_WEBSITES } from '../pages/consent-page.ts';
import { formatTime } from '../pages/format-time.ts';
import { browserName } from './browser-name.ts';
import { type ShareFormOptions, shareFormView } from './share-form-view.ts';
import { type ShareListOptions, sharedText, shareLinkView, shareListView } from './share-list-view.ts';

/** Messages about what has just happened, by the value of `notice` in the address. */
export const NOTICES = {
  revoked: 'The link was revoked and shows nothing more.',
  'already-sent': 'This form was already submitted and its link created. A link is shown only once.',
} as const;

/** A key of `NOTICES`. */
export type Notice = keyof typeof NOTICES;

/** A link that was just created. */
interface NewLink extends Pick<ShareLink, 'name' | 'websiteId' | 'campaignId' | 'expiresAt'> {
  /** Its whole address. */
  address: string;
  hasPassword: boolean;
}

/** What the page shows. */
export interface ShareLinksPageOptions extends Omit<ShareFormOptions, 'websites'>, ShareListOptions {
  person: HeaderPerson & { id: number };
  /** Those of the websites that the person may share. */
  shareable: ShareFormOptions['websites'];
  created?: NewLink | undefined;
  notice?: Notice | undefined;
}

const ONLY_READS = html`<p class="empty">You may read, but not share. The owner of the account can change that.</p>`;

/** Renders the page where people create, list and revoke links. */
export function shareLinksPage(options: ShareLinksPageOptions): string {
  const { csrf, person, shareable, created, notice, errors } = options;
  return layout({
    title: created ? 'Your new link' : 'Share links',
    width: 'wide',
    ...(created && { head: COPY_SCRIPT }),
    header: accountHeader('/share-links', { person, csrf }),
    content: html`<h1>Share links</h1>
<p class="lead">A link shows the reports of one website or campaign to people without an account, for example to a client. They see numbers and nothing else: no other website, no contacts, no settings.</p>
${notice && html`<p class="note" role="status">${NOTICES[notice]}</p>`}
${errors && html`<p class="note error" role="alert">No link was created. Please correct the highlighted fields.</p>`}
${created && newLinkView(created, options)}
<div class="columns">
<section class="panel" aria-labelledby="yours"><h2 id="yours">Links</h2>${shareListView(options)}</section>
<section class="panel" aria-labelledby="new"><h2 id="new">New link</h2>${formPart(options, shareable)}</section>
</div>`,
  });
}

function formPart(options: ShareLinksPageOptions, websites: ShareFormOptions['websites']): Html {
  if (websites.length > 0) return shareFormView({ ...options, websites });
  return options.websites.length > 0 ? ONLY_READS : NO_WEBSITES;
}

/** Shows the address of a new link, once. */
function newLinkView(created: NewLink, options: ShareListOptions): Html {
  const { name, address, expiresAt, hasPassword } = created;
  return html`<section class="note success" aria-labelledby="new-link">
<h2 id="new-link">Your new link: <span class="name">${name}</span></h2>
<p id="copy-hint">Copy the address now: it is shown only once. Whoever has it${hasPassword && ' and the password'} sees the reports of ${sharedText(created, options)} until ${formatTime(expiresAt)}.</p>
<div class="field">
<label for="address">Address</label>
<input id="address" class="secret" type="text" readonly autofocus autocomplete="off" spellcheck="false" value="${address}" aria-describedby="copy-hint">
${copyButton('address')}
</div>
</section>`;
}

/** What the page of one link shows. */
export interface ShareLinkPageOptions extends Omit<ShareListOptions, 'links' | 'person'> {
  person: HeaderPerson & { id: number };
  link: ShareLink;
  openings: readonly ShareLinkOpening[];
}

/** Renders who opened a link, and when. */
export function shareLinkPage(options: ShareLinkPageOptions): string {
  const { csrf, person, link, openings } = options;
  return layout({
    title: link.name,
    width: 'wide',
    header: accountHeader('/share-links', { person, csrf }),
    content: html`<p><a href="/share-links">All links</a></p>
<h1>Who opened this link</h1>
<section class="panel" aria-label="The link"><div class="token">${shareLinkView(link, { ...options, isAlone: true })}</div></section>
<section class="panel" aria-labelledby="openings"><h2 id="openings">Openings</h2>
<p class="hint">A page that stays open counts once. Programs that show a preview of a link in a chat or a mail count, too.</p>
${
  openings.length > 0
    ? html`<ul class="tokens">${openings.map(openingView)}</ul>`
    : html`<p class="empty">Nobody has opened it yet.</p>`
}
</section>`,
  });
}

function openingView({ openedAt, network, browser }: ShareLinkOpening): Html {
  return html`<li class="token">
<div class="token-head"><h3>${formatTime(openedAt)}</h3></div>
<p class="hint">${browserName(browser)} · from <span class="break">${network ?? 'an unknown network'}</span></p>
</li>`;
}
