import {
  COPY_SCRIPT,
  csrfField,
  type Html,
  html,
  newSecretView,
  NO_WEBSITES,
  type PageContent,
  searchScript,
  TIME_ZONE,
} from '@funnel/pages';
import { channelFormView } from './channel-form-view.ts';
import type { ChannelFormErrors, ChannelFormInput } from './channel-form.ts';
import { channelView } from './channel-view.ts';
import { episodesView, type EpisodesViewOptions } from './episodes-view.ts';
import type { Channel, ChannelWebsite } from './notification-data.ts';

/** A secret that was just made. */
export interface NewSecret {
  name: string;
  secret: string;
  isRotated: boolean;
}

export interface NotificationsPageOptions extends EpisodesViewOptions {
  channels: readonly Channel[];
  websites: readonly ChannelWebsite[];
  /** The address of the person. */
  email: string;
  input: ChannelFormInput;
  errors?: ChannelFormErrors | undefined;
  created?: NewSecret | undefined;
  notice?: string | undefined;
}

const TIME_ZONE_SCRIPT = html`<script src="${TIME_ZONE.path}" defer></script>
`;

/** The page where people choose their notifications. */
export function notificationsPage(options: NotificationsPageOptions): PageContent {
  const { channels, websites, errors, created, notice } = options;
  return {
    title: 'Notifications',
    head: html`${TIME_ZONE_SCRIPT}${created && COPY_SCRIPT}${searchScript(websites)}`,
    lead: 'Be told when a campaign breaks or an experiment is decided, and how the week was. Once, with the day, the numbers and a link.',
    notice,
    error: errors && 'Nothing was added. Please correct the highlighted fields.',
    content: html`${created && webhookSecretView(created)}
${websites.length === 0 ? html`<section class="panel">${NO_WEBSITES}</section>` : mainPart(options, channels)}`,
  };
}

function mainPart(options: NotificationsPageOptions, channels: readonly Channel[]): Html {
  const broken = html`<section class="panel" aria-labelledby="broken"><h2 id="broken">Broken now</h2>${episodesView(options)}</section>`;
  // Channels of an account tell others.
  const isTold = channels.some(({ account_id: accountId }) => accountId === null);
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
  return tellMe(
    options,
    html`<details class="more"${options.errors && html` open`}><summary>Or add Slack, a webhook or another address</summary>
${formView(options)}
</details>`,
  );
}

/** Also for an owner who sees the channels of an account and has none of their own. */
function tellMe({ csrf, email, input, websites }: NotificationsPageOptions, more?: Html): Html {
  return html`<section class="panel" aria-labelledby="first"><h2 id="first">Nobody tells you yet</h2>
<form method="post" action="/notifications/email" class="stack">
${csrfField(csrf)}
<input type="hidden" name="time_zone" value="UTC" data-time-zone>
<input type="hidden" name="language" value="${input.wishes.language}">
<p>We write to <strong class="break">${email}</strong> when a campaign of your websites breaks or works again, when an experiment is decided,${websites.some(({ role }) => role === 'owner') && ' when a website that you own sends no data,'} and on Mondays how the week was.</p>
<button type="submit" class="primary large">Tell me by e-mail</button>
</form>
${more}</section>`;
}

function formView(options: NotificationsPageOptions): Html {
  return channelFormView({ ...options, action: '/notifications', isNew: true });
}

export function webhookSecretView({ name, secret, isRotated }: NewSecret): Html {
  return newSecretView({
    id: 'secret',
    title: html`The ${isRotated && 'new '}secret of <span class="name">${name}</span>`,
    hint: html`Copy it now: it is shown only once. Your program checks with it that a message is ours.${isRotated && ' For a week, the previous one signs too.'}`,
    label: 'Secret',
    secret,
  });
}

/** The page of an installation that tells nobody anything. */
export const NOTIFICATIONS_OFF: PageContent = {
  title: 'Notifications',
  content: html`<section class="panel"><p class="empty">This installation does not send notifications. The people who run it switch them on: they set NOTIFICATIONS_ENCRYPTION_KEY for the authorization server, the REST API and the insights worker. The command <code>npm run -s secrets</code> makes such a key.</p></section>`,
};
