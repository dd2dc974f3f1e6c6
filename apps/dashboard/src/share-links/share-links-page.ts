import {
  COPY_SCRIPT,
  formatTime,
  type Html,
  html,
  newSecretView,
  NO_WEBSITES,
  type PageContent,
} from '@funnel/pages';
import { browserName } from './browser-name.ts';
import { type ShareFormOptions, shareFormView } from './share-form-view.ts';
import type { ShareLink, ShareLinkOpening } from './share-links.ts';
import {
  type LinkViewOptions,
  type ShareListOptions,
  sharedText,
  shareLinkView,
  shareListView,
} from './share-list-view.ts';

interface NewLink {
  link: ShareLink;
  /** Its whole address. */
  address: string;
}

export interface ShareLinksPageOptions extends Omit<ShareFormOptions, 'websites'>, ShareListOptions {
  created?: NewLink | undefined;
  notice?: string | undefined;
}

const ONLY_READS = html`<p class="empty">You may read, but not share. The owner of the account can change that.</p>`;

export function shareLinksPage(options: ShareLinksPageOptions): PageContent {
  const { shareable, created, notice, errors } = options;
  return {
    title: created ? 'Your new link' : 'Share links',
    heading: 'Share links',
    head: created && COPY_SCRIPT,
    lead: 'A link shows the reports of one website or campaign to people without an account, for example to a client. They see numbers and nothing else: no other website, no contacts, no settings.',
    notice,
    error: errors && 'No link was created. Please correct the highlighted fields.',
    content: html`${created && newLinkView(created, options)}
<div class="columns">
<section class="panel" aria-labelledby="yours"><h2 id="yours">Links</h2>${shareListView(options)}</section>
<section class="panel" aria-labelledby="new"><h2 id="new">${shareable.length > 0 ? 'New link' : 'No new links'}</h2>${formPart(options, shareable)}</section>
</div>`,
  };
}

function formPart(options: ShareLinksPageOptions, websites: ShareFormOptions['websites']): Html {
  if (websites.length > 0) return shareFormView({ ...options, websites });
  return options.websites.length > 0 ? ONLY_READS : NO_WEBSITES;
}

function newLinkView({ link, address }: NewLink, options: ShareListOptions): Html {
  const { name, expires_at: expiresAt, has_password: hasPassword } = link;
  return newSecretView({
    id: 'address',
    title: html`Your new link: <span class="name">${name}</span>`,
    hint: html`Copy the address now: it is shown only once. Whoever has it${hasPassword && ' and the password'} sees the reports of ${sharedText(link, options)} until ${formatTime(expiresAt)}.`,
    label: 'Address',
    secret: address,
  });
}

export interface ShareLinkPageOptions extends LinkViewOptions {
  link: ShareLink;
  openings: readonly ShareLinkOpening[];
}

export function shareLinkPage(options: ShareLinkPageOptions): PageContent {
  const { link, openings } = options;
  return {
    title: link.name,
    before: html`<p><a href="/share-links">All links</a></p>`,
    heading: 'Who opened this link',
    content: html`<section class="panel" aria-label="The link"><div class="token">${shareLinkView(link, { ...options, isAlone: true })}</div></section>
<section class="panel" aria-labelledby="openings"><h2 id="openings">Openings</h2>
<p class="hint">A page that stays open counts once. Programs that show a preview of a link in a chat or a mail count, too.</p>
${
  openings.length > 0
    ? html`<ul class="tokens">${openings.map(openingView)}</ul>`
    : html`<p class="empty">Nobody has opened it yet.</p>`
}
</section>`,
  };
}

function openingView({ opened_at: openedAt, network, browser }: ShareLinkOpening): Html {
  return html`<li class="token">
<div class="token-head"><h3>${formatTime(openedAt)}</h3></div>
<p class="hint">${browserName(browser)} · from <span class="break">${network ?? 'an unknown network'}</span></p>
</li>`;
}
