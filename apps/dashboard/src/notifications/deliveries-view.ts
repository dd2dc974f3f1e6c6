import { plainName } from '@funnel/domain';
import { formatTime, html, type Html } from '@funnel/pages';
import type { ChannelWebsite, Delivery } from './notification-data.ts';

/** What the log needs to name what a message is about. */
export interface DeliveriesViewOptions {
  websites: readonly ChannelWebsite[];
}

const MAX_LENGTH = 300;
const MAX_NAME_LENGTH = 100;
const SUBJECTS: Readonly<Record<string, string>> = {
  'campaign.broke': 'A campaign broke',
  'campaign.still_broken': 'A campaign is still broken',
  'campaign.recovered': 'A campaign works again',
  'experiment.decided': 'An experiment is decided',
  'website.silent': 'A website sends no data',
  'digest.weekly': 'The week',
  'channel.test': 'Test',
  'channel.off': 'A channel was switched off',
  'channel.confirm': 'The mail that asks',
};
const OUTCOMES = { sent: 'sent', failed: 'failed', dropped: 'not sent' } as const;

/** Renders what was sent and what is on its way, the newest first. */
export function deliveriesView(deliveries: readonly Delivery[], options: DeliveriesViewOptions): Html {
  if (deliveries.length === 0) return html`<p class="empty">Nothing was sent yet.</p>`;
  return html`<ul class="tokens">${deliveries.map((delivery) => deliveryView(delivery, options))}</ul>`;
}

function deliveryView(delivery: Delivery, options: DeliveriesViewOptions): Html {
  const { type, done_at: doneAt, attempts, next_attempt_at: nextAt, answer, outcome } = delivery;
  const state = outcome === null ? 'on its way' : OUTCOMES[outcome];
  const about = aboutOf(delivery, options);
  return html`<li class="token">
<div class="token-head"><h3 class="break">${SUBJECTS[type] ?? type}${about && `: ${about}`}</h3><span class="badge${outcome === 'failed' && ' inactive'}">${state}</span></div>
<p class="hint">${formatTime(delivery.created_at)}${doneAt && html` · done ${formatTime(doneAt)}`} · ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}${nextAt && html` · next attempt ${formatTime(nextAt)}`}</p>
${answer && html`<p class="hint break">${outcome === 'dropped' ? 'Because' : 'Answer'}: ${plainName(answer, MAX_LENGTH)}</p>`}
</li>`;
}

/** Names only what the reader may see. */
function aboutOf(
  { website_id: websiteId, campaign_name: campaignName }: Delivery,
  { websites }: DeliveriesViewOptions,
): string {
  if (websiteId === null) return '';
  const website = websites.find(({ id }) => id === websiteId);
  if (!website) return 'a website that you do not see';
  return campaignName === null
    ? website.name
    : `“${plainName(campaignName, MAX_NAME_LENGTH)}” of ${website.name}`;
}
