import { COPY_SCRIPT, html, type Html, type PageContent, searchScript } from '@funnel/pages';
import { channelFormView } from './channel-form-view.ts';
import { type ChannelFormErrors, type ChannelFormInput, inputOf } from './channel-form.ts';
import { channelView } from './channel-view.ts';
import { deliveriesView } from './deliveries-view.ts';
import { muteView } from './episodes-view.ts';
import type { Channel, ChannelMute, ChannelWebsite, Delivery } from './notification-data.ts';
import { type NewSecret, webhookSecretView } from './notifications-page.ts';

export interface ChannelPageOptions {
  csrf: string;
  channel: Channel;
  deliveries: readonly Delivery[];
  mutes: readonly ChannelMute[];
  /** Those that the person may see. */
  websites: readonly ChannelWebsite[];
  input?: ChannelFormInput | undefined;
  errors?: ChannelFormErrors | undefined;
  created?: NewSecret | undefined;
  /** What became of a test. */
  tested?: Delivery | undefined;
  notice?: string | undefined;
}

export function channelPage(options: ChannelPageOptions): PageContent {
  const { csrf, channel, deliveries, websites, errors, created, tested, notice } = options;
  const within = pickableFor(channel, websites);
  const form = channelFormView({
    csrf,
    action: `/notifications/channels/${channel.id}`,
    websites: within,
    input: options.input ?? inputOf(channel, channel.kind),
    errors,
    isNew: false,
  });
  return {
    title: channel.name,
    before: html`<p><a href="/notifications">All notifications</a></p>`,
    heading: 'One way to be told',
    head: html`${created && COPY_SCRIPT}${searchScript(within)}`,
    notice,
    error: errors && 'Nothing was changed. Please correct the highlighted fields.',
    content: html`${tested && testedView(tested)}
${created && webhookSecretView(created)}
<section class="panel" aria-label="The channel"><div class="token">${channelView(channel, { csrf, websites, isAlone: true })}</div>${mutesView(options)}</section>
<div class="columns">
<section class="panel" aria-labelledby="log"><h2 id="log">Log</h2>${deliveriesView(deliveries, options)}</section>
<section class="panel" aria-labelledby="change"><h2 id="change">Change it</h2>${form}</section>
</div>`,
  };
}

/** The websites that a channel may be about: those of its account, or of its person. */
export function pickableFor(
  { account_id: accountId }: Channel,
  websites: readonly ChannelWebsite[],
): ChannelWebsite[] {
  return websites.filter((website) => accountId === null || website.accountId === accountId);
}

function mutesView({ csrf, channel, mutes, websites }: ChannelPageOptions): Html | false {
  if (mutes.length === 0) return false;
  const nameOf = ({ website_id: websiteId, campaign_id: campaignId, campaign_name: name }: ChannelMute) => {
    const website = websites.find(({ id }) => id === websiteId)?.name ?? 'a website that you do not see';
    const campaign = name === null ? 'a campaign' : `“${name}”`;
    return `Says nothing about ${campaignId === null ? '' : `${campaign} of `}${website}`;
  };
  return html`<h3>Muted</h3>
${mutes.map((mute) => muteView(mute, { csrf, channels: [channel] }, nameOf(mute)))}`;
}

function testedView({ id, outcome, answer, attempts }: Delivery): Html {
  const said = answer && html` Answer: <span class="break">${answer}</span>.`;
  if (outcome === 'sent') return html`<p class="note" role="status">The test has arrived.${said}</p>`;
  if (outcome !== null) return html`<p class="note error" role="alert">The test did not arrive.${said}</p>`;
  return html`<p class="note" role="status">The test is on its way${attempts > 0 && `, after ${attempts} failed ${attempts === 1 ? 'attempt' : 'attempts'}`}.${said} <a href="?tested=${id}">Look again</a></p>`;
}
