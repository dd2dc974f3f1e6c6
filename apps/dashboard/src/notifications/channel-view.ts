import { buttonForm, foldedForm, formatTime, type Html, html, websiteNamesOf } from '@funnel/pages';
import { hourText, languageName } from './choices.ts';
import type { Channel } from './notification-data.ts';

/** Why a channel is off whose reader has followed the link in a mail. */
const UNSUBSCRIBED = 'unsubscribed';

export interface ChannelViewOptions {
  csrf: string;
  /** Those that the reader may see. */
  websites: readonly { id: number; name: string; accountId: number; accountName: string }[];
  /** Whether it is the only one on its page. */
  isAlone?: boolean;
}

const KIND_NAMES = { email: 'E-mail', slack: 'Slack', webhook: 'Webhook' } as const;

export function channelView(channel: Channel, options: ChannelViewOptions): Html {
  const { isAlone = false } = options;
  const { name, kind, destination } = channel;
  const state = stateOf(channel);
  return html`<div class="token-head">${isAlone ? html`<h2 class="name">${name}</h2>` : html`<h3 class="name">${name}</h3>`}<span class="badge">${KIND_NAMES[kind]}</span><span class="badge${state.isWell ? '' : ' inactive'}">${state.badge}</span></div>
<dl class="facts">
<div><dt>To</dt><dd class="break">${destination}</dd></div>
${state.text && html`<div><dt>State</dt><dd>${state.text}</dd></div>`}
${channel.account_id !== null && html`<div><dt>Belongs to</dt><dd class="break">${accountName(channel, options)}</dd></div>`}
<div><dt>Tells about</dt><dd>${toldText(channel)}</dd></div>
<div><dt>Websites</dt><dd class="break">${websitesText(channel, options)}</dd></div>
<div><dt>Hours</dt><dd>${hoursText(channel)}</dd></div>
${isAlone && html`<div><dt>Written as in</dt><dd>${languageName(channel.language)}</dd></div>`}
${channel.previous_secret_until && html`<div><dt>Previous secret</dt><dd>signs until ${formatTime(channel.previous_secret_until)}</dd></div>`}
</dl>
${actionsView(channel, options)}`;
}

/** Whether messages arrive, in words. */
function stateOf(channel: Channel): { isWell: boolean; badge: string; text?: Html } {
  const { switched_off_at: switchedOffAt, confirmed_at: confirmedAt, failing_since: failingSince } = channel;
  if (switchedOffAt) {
    const reason = channel.off_reason ?? 'switched off';
    const why = reason === UNSUBSCRIBED ? 'its reader has unsubscribed' : reason;
    return { isWell: false, badge: 'off', text: html`Off since ${formatTime(switchedOffAt)}: ${why}.` };
  }
  if (!confirmedAt)
    return {
      isWell: false,
      badge: 'waiting for confirmation',
      text: html`A mail asks its reader to agree. Nothing else is sent before.`,
    };
  if (failingSince)
    return {
      isWell: false,
      badge: 'failing',
      text: html`Nothing has arrived since ${formatTime(failingSince)}. The log says why.`,
    };
  return { isWell: true, badge: 'on' };
}

function accountName({ account_id: id }: Channel, { websites }: ChannelViewOptions): string {
  return websites.find((website) => website.accountId === id)?.accountName ?? `account ${id}`;
}

function toldText({ breaks, verdicts, digest, no_data: noData, digest_hour: hour }: Channel): string {
  return [
    breaks && 'breaks',
    verdicts && 'experiments that are decided',
    digest && `the week, on Mondays at ${hourText(hour)}`,
    noData && 'websites without data',
  ]
    .filter(Boolean)
    .join(', ');
}

function websitesText(channel: Channel, options: ChannelViewOptions): string {
  const { website_ids: websiteIds, account_id: accountId } = channel;
  if (websiteIds) return websiteNamesOf(websiteIds, options.websites).join(', ');
  return accountId === null ? 'all that you see' : `all of ${accountName(channel, options)}`;
}

function hoursText({ quiet_from: from, quiet_to: to, time_zone: zone }: Channel): string {
  const hours =
    from === null || to === null ? 'at any time' : `nothing from ${hourText(from)} until ${hourText(to)}`;
  return `${hours} (${zone.replaceAll('_', ' ')})`;
}

function actionsView(channel: Channel, { csrf, isAlone = false }: ChannelViewOptions): Html {
  const { id, kind, name, confirmed_at: confirmedAt, switched_off_at: switchedOffAt } = channel;
  const to = (path: string) => ({ action: `/notifications/channels/${id}/${path}`, csrf });
  const button = (path: string, text: string) =>
    buttonForm({ ...to(path), text, label: `${text}: ${name}`, look: 'quiet' });
  const folded = (path: string, text: string, warning: string) => ({
    ...to(path),
    summary: text,
    label: `${text}: ${name}`,
    content: html`<p>${warning}</p>`,
    button: text,
  });
  return html`<div class="token-actions">
${!switchedOffAt && confirmedAt && button('test', 'Test')}
${!switchedOffAt && !confirmedAt && button('ask', 'Send the mail again')}
${!isAlone && html`<a href="/notifications/channels/${id}" aria-label="Change or log: ${name}">Change or log</a>`}
${switchedOffAt ? button('on', 'Switch on') : button('off', 'Switch off')}
${isAlone && kind === 'webhook' && foldedForm({ ...folded('secret', 'New secret', NEW_SECRET), look: 'more' })}
${isAlone && foldedForm(folded('remove', 'Remove', REMOVE))}
</div>`;
}

const NEW_SECRET =
  'The new secret is shown once. For a week both sign, so that your program can change over.';
const REMOVE = 'Nothing more is sent, also what is on its way, and the log is deleted.';
