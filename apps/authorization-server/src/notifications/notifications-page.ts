import type { UserWebsite } from '@funnel/identity';
import type { Channel } from '@funnel/notifications';
import { COPY_SCRIPT, copyButton, type Html, html, layout } from '@funnel/pages';
import { accountHeader, type HeaderPerson } from '../account/account-header.ts';
import { NO_WEBSITES } from '../pages/consent-page.ts';
import { csrfField } from '../pages/form-fields.ts';
import { TIME_ZONE } from '../pages/page-scripts.ts';
import { searchScript } from '../pages/website-picker.ts';
import { channelFormView } from './channel-form-view.ts';
import type { ChannelFormErrors, ChannelFormInput } from './channel-form.ts';
import { channelView } from './channel-view.ts';
import { episodesView, type EpisodesViewOptions } from './episodes-view.ts';
import type { Notice } from './notices.ts';
import { noticeView } from './notices.ts';

/** A secret that was just made. */
export interface NewSecret {
  name: string;
  secret: string;
  isRotated: boolean;
}

/** What the page shows. */
export interface NotificationsPageOptions extends EpisodesViewOptions {
  person: HeaderPerson & { id: number };
  channels: readonly Channel[];
  websites: readonly UserWebsite[];
  input: ChannelFormInput;
  errors?: ChannelFormErrors | undefined;
  created?: NewSecret | undefined;
  notice?: Notice | undefined;
}

/** Fills in the time zone of the browser. */
const TIME_ZONE_SCRIPT = html`<script src="${TIME_ZONE.path}" defer></script>
`;

/** Renders the page where people choose their notifications. It needs `allowScript`. */
export function notificationsPage(options: NotificationsPageOptions): string {
  const { csrf, person, channels, websites, errors, created, notice } = options;
  return layout({
    title: 'Notifications',
    width: 'wide',
    head: html`${TIME_ZONE_SCRIPT}${created && COPY_SCRIPT}${searchScript(websites)}`,
    header: accountHeader('/notifications', { person, csrf }),
    content: html`<h1>Notifications</h1>
<p class="lead">Be told when a campaign breaks or an experiment is decided, and how the week was. Once, with the day, the numbers and a link.</p>
${noticeView(notice)}
${errors && html`<p class="note error" role="alert">Nothing was added. Please correct the highlighted fields.</p>`}
${created && newSecretView(created)}
${websites.length === 0 ? html`<section class="panel">${NO_WEBSITES}</section>` : mainPart(options, channels)}`,
  });
}

function mainPart(options: NotificationsPageOptions, channels: readonly Channel[]): Html {
  const broken = html`<section class="panel" aria-labelledby="broken"><h2 id="broken">Broken now</h2>${episodesView(options)}</section>`;
  // Channels of an account tell others.
  const isTold = channels.some(({ userId }) => userId === options.person.id);
  // Where nobody is told, nobody has looked: that nothing is broken would say too much.
  if (channels.length === 0) return html`${firstPart(options)}${options.episodes.length > 0 && broken}`;
  return html`${!isTold && tellMe(options)}${broken}
<div class="columns">
<section class="panel" aria-labelledby="channels"><h2 id="channels">Who is told</h2>
<ul class="tokens">${channels.map((channel) => html`<li class="token">${channelView(channel, options)}</li>`)}</ul></section>
<section class="panel" aria-labelledby="new"><h2 id="new">Add another</h2>${formView(options)}</section>
</div>`;
}

/** One click is enough. */
function firstPart(options: NotificationsPageOptions): Html {
  return html`<section class="panel" aria-labelledby="first"><h2 id="first">Nobody tells you yet</h2>
${tellMeForm(options)}
<details class="more"${options.errors && html` open`}><summary>Or add Slack, a webhook or another address</summary>
${formView(options)}
</details>
</section>`;
}

/** For an owner who sees the channels of an account and has none of their own. */
function tellMe(options: NotificationsPageOptions): Html {
  return html`<section class="panel" aria-labelledby="first"><h2 id="first">Nobody tells you yet</h2>${tellMeForm(options)}</section>`;
}

function tellMeForm({ csrf, person, input }: NotificationsPageOptions): Html {
  return html`<form method="post" action="/notifications/email" class="stack">
${csrfField(csrf)}
<input type="hidden" name="time_zone" value="UTC" data-time-zone>
<input type="hidden" name="language" value="${input.language}">
<p>We write to <strong class="break">${person.email}</strong> when a campaign of your websites breaks or works again, when an experiment is decided, when a website that you own sends no data, and on Mondays how the week was.</p>
<button type="submit" class="primary large">Tell me by e-mail</button>
</form>`;
}

function formView(options: NotificationsPageOptions): Html {
  return channelFormView({ ...options, action: '/notifications', isNew: true });
}

/** Shows the secret of a webhook, once. */
export function newSecretView({ name, secret, isRotated }: NewSecret): Html {
  return html`<section class="note success" aria-labelledby="new-secret">
<h2 id="new-secret">The ${isRotated && 'new '}secret of <span class="name">${name}</span></h2>
<p id="copy-hint">Copy it now: it is shown only once. Your program checks with it that a message is ours.${isRotated && ' For a week, the previous one signs too.'}</p>
<div class="field">
<label for="secret">Secret</label>
<input id="secret" class="secret" type="text" readonly autofocus autocomplete="off" spellcheck="false" value="${secret}" aria-describedby="copy-hint">
${copyButton('secret')}
</div>
</section>`;
}

/** Renders the page of an installation that tells nobody anything. */
export function notificationsOffPage({ person, csrf }: { person: HeaderPerson; csrf: string }): string {
  return layout({
    title: 'Notifications',
    width: 'wide',
    header: accountHeader('/notifications', { person, csrf }),
    content: html`<h1>Notifications</h1>
<section class="panel"><p class="empty">This installation does not send notifications. The people who run it switch them on: they set NOTIFICATIONS_ENCRYPTION_KEY for the authorization server, the REST API and the insights worker. The command <code>npm run -s secrets</code> makes such a key.</p></section>`,
  });
}
