import { plainName } from '@funnel/domain';
import {
  buttonForm,
  csrfField,
  foldedForm,
  formatDay,
  formatTime,
  type Html,
  html,
  type Option,
  optionsOf,
  optionsView,
} from '@funnel/pages';
import type { Channel, ChannelMute, Episode } from './notification-data.ts';

/** For how long a campaign can be muted; the key is what the form sends. */
export const MUTE_TIMES = {
  day: { text: 'for a day', days: 1 },
  week: { text: 'for a week', days: 7 },
  always: { text: 'for good', days: null },
} as const;

/** What is broken now, with what the reader may do about it. */
export interface EpisodesViewOptions {
  csrf: string;
  episodes: readonly Episode[];
  channels: readonly Channel[];
  mutes: readonly ChannelMute[];
  websites: readonly { id: number; name: string; role: string | null }[];
}

const MAX_NAME_LENGTH = 100;
const WENT_ON: Record<NonNullable<Episode['stopped']>, string> = {
  views: 'came',
  conversions: 'converted',
  submissions: 'submitted a form',
  completions: 'completed it',
};
const count = (number: number) => Math.round(number).toLocaleString('en-GB');

export function episodesView(options: EpisodesViewOptions): Html {
  const broken = options.episodes.filter(({ kind }) => kind !== 'verdict');
  if (broken.length === 0) return html`<p class="empty">Nothing is broken on your websites.</p>`;
  return html`<ul class="tokens">${broken.map((episode) => html`<li class="token">${episodeView(episode, options)}</li>`)}</ul>`;
}

function episodeView(episode: Episode, options: EpisodesViewOptions): Html {
  const { csrf, websites, channels } = options;
  const { id, kind, website_id: websiteId, fixed_at: fixedAt } = episode;
  const website = websites.find((known) => known.id === websiteId);
  const title = titleOf(episode);
  const maySayFixed = kind === 'break' && website && website.role !== 'reader' && !fixedAt;
  const fixed = { action: `/notifications/episodes/${id}/fixed`, csrf, text: 'Fixed' };
  return html`<div class="token-head"><h3 class="name">${title}</h3><span class="badge">${website?.name}</span>${fixedAt && html`<span class="badge">said to be fixed</span>`}</div>
<p>${whatOf(episode)}</p>
${fixedAt && html`<p class="hint">Somebody said on ${formatTime(fixedAt)} that it is fixed. We tell when it works again.</p>`}
${mutesOf(episode, options).map((mute) => muteView(mute, options))}
<div class="token-actions">
${maySayFixed && buttonForm({ ...fixed, label: `Fixed: ${title}`, look: 'quiet' })}
${channels.length > 0 && muteForm(episode, options)}
</div>`;
}

function muteForm(episode: Episode, options: EpisodesViewOptions): Html {
  const { id } = episode;
  return foldedForm({
    action: '/notifications/mutes',
    csrf: options.csrf,
    look: 'more',
    summary: 'Mute',
    label: `Mute ${titleOf(episode)}`,
    content: html`<input type="hidden" name="website" value="${episode.website_id}">
<input type="hidden" name="campaign" value="${episode.campaign_id ?? 0}">
<div class="field"><label for="channel-${id}">Say nothing about it in</label>
<select id="channel-${id}" name="channel">${optionsView(mutableChannels(options))}</select></div>
<div class="field"><label for="time-${id}">How long</label>
<select id="time-${id}" name="time">${optionsView(optionsOf(MUTE_TIMES))}</select></div>`,
    button: 'Mute',
  });
}

/** The person’s own channels are muted at once; those of accounts one by one. */
function mutableChannels({ channels }: EpisodesViewOptions): Option[] {
  const own = channels.filter(({ account_id: accountId }) => accountId === null);
  const each = channels.map(({ id, name, destination }) => ({ value: id, text: `${name} (${destination})` }));
  return own.length > 1 ? [{ value: 'mine', text: 'all that are mine' }, ...each] : each;
}

/** Of the campaign, and of its whole website. */
function mutesOf(episode: Episode, { mutes }: EpisodesViewOptions): ChannelMute[] {
  const campaigns = [episode.campaign_id, null];
  return mutes.filter(
    (mute) => mute.website_id === episode.website_id && campaigns.includes(mute.campaign_id),
  );
}

export function muteView(
  { channel_id: channelId, website_id: websiteId, campaign_id: campaignId, until }: ChannelMute,
  { csrf, channels }: Pick<EpisodesViewOptions, 'csrf' | 'channels'>,
  about?: string,
): Html {
  const name = channels.find(({ id }) => id === channelId)?.name ?? '';
  const text = html`${about ?? html`Muted in <strong class="break">${name}</strong>`}${campaignId === null && ' (the whole website)'} ${until ? html`until ${formatTime(until)}` : 'for good'}`;
  return html`<form method="post" action="/notifications/mutes/lift" class="lift">
${csrfField(csrf)}
<input type="hidden" name="channel" value="${channelId}"><input type="hidden" name="website" value="${websiteId}"><input type="hidden" name="campaign" value="${campaignId ?? 0}">
<span class="hint">${text}</span> <button type="submit" class="quiet">Lift the mute</button>
</form>`;
}

function titleOf({ kind, campaign_id: campaignId, campaign_name: campaignName }: Episode): string {
  if (kind === 'no_data') return 'No data';
  if (campaignName !== null) return plainName(campaignName, MAX_NAME_LENGTH);
  return campaignId === null ? 'All campaigns together' : `Campaign #${campaignId}`;
}

function whatOf({ began, stopped, seen, last_event_at: lastEventAt }: Episode): Html {
  if (lastEventAt) return html`The last event arrived on ${formatTime(lastEventAt)}.`;
  const since = html`<time datetime="${began}">${formatDay(new Date(`${began}T00:00:00Z`))}</time>`;
  if (!seen || !stopped) return html`Nobody has come since ${since}.`;
  const { viewers, expected } = seen;
  return html`Since ${since}, of ${count(viewers)} viewers ${seen.count === 0 ? 'none' : `only ${count(seen.count)}`} ${WENT_ON[stopped]}, where ${count(expected)} would have before.`;
}
