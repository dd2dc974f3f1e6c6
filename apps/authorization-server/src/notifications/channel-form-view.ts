import type { UserWebsite } from '@funnel/identity';
import type { Channel } from '@funnel/notifications';
import { type Html, html, type HtmlValue } from '@funnel/pages';
import { choice, csrfField } from '../pages/form-fields.ts';
import { websitePicker } from '../pages/website-picker.ts';
import {
  CHANNEL_NAME_MAX_LENGTH,
  type ChannelField,
  type ChannelFormErrors,
  type ChannelFormInput,
} from './channel-form.ts';
import { HOUR_OPTIONS, languageOptions, type Option, timeZoneOptions } from './choices.ts';

/** What the form shows. */
export interface ChannelFormOptions {
  csrf: string;
  /** Where it is sent to. */
  action: string;
  /** Those that the channel may be about. */
  websites: readonly UserWebsite[];
  input: ChannelFormInput;
  errors?: ChannelFormErrors | undefined;
  /** Whether it adds a channel: where messages go cannot be changed. */
  isNew: boolean;
}

/** What a new channel sends, unless somebody chooses otherwise. */
export function newChannelInput(language: string, formId: string): ChannelFormInput {
  return {
    kind: 'slack',
    email: '',
    url: '',
    owner: '',
    name: '',
    hasAllWebsites: true,
    selectedIds: [],
    breaks: true,
    verdicts: true,
    digest: false,
    noData: true,
    digestHour: '8',
    quietFrom: '',
    quietTo: '',
    timeZone: 'UTC',
    language,
    formId,
  };
}

/** What a channel sends now. */
export function inputOf(channel: Channel): ChannelFormInput {
  const { kind, name, websiteIds, breaks, verdicts, digest, noData, quietFrom, quietTo } = channel;
  return {
    ...newChannelInput(channel.language, ''),
    kind,
    name,
    hasAllWebsites: websiteIds === null,
    selectedIds: websiteIds ?? [],
    breaks,
    verdicts,
    digest,
    noData,
    digestHour: String(channel.digestHour),
    quietFrom: quietFrom === null ? '' : String(quietFrom),
    quietTo: quietTo === null ? '' : String(quietTo),
    timeZone: channel.timeZone,
  };
}

/** Renders the form of a channel. The style sheet hides the fields that the chosen kind does not need. */
export function channelFormView(options: ChannelFormOptions): Html {
  const { csrf, action, websites, input, errors = {}, isNew } = options;
  const error = (field: ChannelField) =>
    errors[field] && html`<p class="field-error" id="${field}-error">${errors[field]}</p>`;
  const about = (field: ChannelField, hint = '') => {
    const ids = [errors[field] && `${field}-error`, hint].filter(Boolean).join(' ');
    return html`${ids && html` aria-describedby="${ids}"`}${errors[field] && html` aria-invalid="true"`}`;
  };
  const yes = (name: string, text: string, isChecked: boolean, aside?: string) =>
    choice({ name, value: 'yes', text, isChecked, ...(aside && { aside }) });
  return html`<form method="post" action="${action}" class="stack channel-form">
${csrfField(csrf)}
${isNew && html`<input type="hidden" name="form_id" value="${input.formId}">${targetFields(options, error, about)}`}
<div class="field">
<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="off" maxlength="${CHANNEL_NAME_MAX_LENGTH}" required placeholder="Alarms" value="${input.name}"${about('name')}>
${error('name')}
</div>
<fieldset class="choices"${about('breaks')}>
<legend>Tell about</legend>
${yes('breaks', 'Campaigns that break, stay broken or work again', input.breaks)}
${yes('verdicts', 'Experiments that are decided', input.verdicts)}
${yes('digest', 'The week, on Mondays', input.digest)}
${yes('no_data', 'Websites that send no data', input.noData, 'told to owners only')}
${error('breaks')}
</fieldset>
<fieldset class="choices">
<legend>About which websites</legend>
${choice({ type: 'radio', name: 'which', value: 'all', text: 'All, also those added later', isChecked: input.hasAllWebsites })}
${choice({ type: 'radio', name: 'which', value: 'some', text: 'Only some', isChecked: !input.hasAllWebsites })}
</fieldset>
<div class="some-websites">${websitePicker({
    legend: 'Only these websites',
    websites,
    selectedIds: input.selectedIds,
    errorId: errors.website_ids && 'website_ids-error',
    footer: error('website_ids'),
  })}</div>
<div class="field">
<label for="time_zone">Time zone</label>
<select id="time_zone" name="time_zone"${isNew && html` data-time-zone`}${about('time_zone')}>${optionsView(timeZoneOptions(input.timeZone), input.timeZone)}</select>
${error('time_zone')}
</div>
<div class="field digest-hour">
<label for="digest_hour">Hour of the week’s summary, on Mondays</label>
<select id="digest_hour" name="digest_hour"${about('digest_hour')}>${optionsView(HOUR_OPTIONS, input.digestHour)}</select>
${error('digest_hour')}
</div>
<div class="field">
<label for="quiet_from">Nothing from</label>
<select id="quiet_from" name="quiet_from"${about('quiet_from', 'quiet-hint')}>${optionsView([NEVER, ...HOUR_OPTIONS], input.quietFrom)}</select>
<label for="quiet_to">until</label>
<select id="quiet_to" name="quiet_to"${about('quiet_from', 'quiet-hint')}>${optionsView([NEVER, ...HOUR_OPTIONS], input.quietTo)}</select>
<p class="hint" id="quiet-hint">Messages wait until these hours are over. Nothing is lost.</p>
${error('quiet_from')}
</div>
<div class="field">
<label for="language">Numbers and dates as in</label>
<select id="language" name="language"${about('language')}>${optionsView(languageOptions(input.language), input.language)}</select>
${error('language')}
</div>
<button type="submit" class="primary">${isNew ? 'Add' : 'Save'}</button>
</form>`;
}

const NEVER: Option = { value: '', text: 'never' };

function optionsView(options: readonly Option[], current: string): Html[] {
  return options.map(
    ({ value, text }) =>
      html`<option value="${value}"${value === current && html` selected`}>${text}</option>`,
  );
}

type ErrorView = (field: ChannelField) => HtmlValue;

/** Where messages go, and whose the channel is. */
function targetFields(
  { input, websites }: ChannelFormOptions,
  error: ErrorView,
  about: (field: ChannelField, hint?: string) => Html,
): Html {
  const owned = new Map(
    websites
      .filter(({ role }) => role === 'owner')
      .map(({ accountId, accountName }) => [accountId, accountName]),
  );
  const kinds = [
    ['email', 'E-mail', 'to any address'],
    ['slack', 'Slack', 'a channel of yours'],
    ['webhook', 'Webhook', 'a program of yours'],
  ] as const;
  return html`<fieldset class="choices"${about('kind')}>
<legend>Where to</legend>
${kinds.map(([value, text, aside]) => choice({ type: 'radio', name: 'kind', value, text, aside, isChecked: input.kind === value }))}
${error('kind')}
</fieldset>
<div class="field to-email">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="254" value="${input.email}"${about('email', 'email-hint')}>
<p class="hint" id="email-hint">We ask there by mail first, unless it is the address you sign in with.</p>
${error('email')}
</div>
<div class="field to-url">
<label for="url">Address</label>
<input id="url" name="url" type="url" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2000" placeholder="https://" value="${input.url}"${about('url', 'url-hint')}>
<p class="hint" id="url-hint">Slack: the address of an incoming webhook. Webhook: where your program listens. It is stored encrypted and not shown again.</p>
${error('url')}
</div>
${
  owned.size > 0 &&
  html`<div class="field to-url">
<label for="owner">Belongs to</label>
<select id="owner" name="owner"${about('owner', 'owner-hint')}>
<option value="">me: it ends with my access</option>
${[...owned].map(([id, name]) => html`<option value="${id}"${String(id) === input.owner && html` selected`}>${name}: it stays when people leave</option>`)}
</select>
<p class="hint" id="owner-hint">The owners of an account manage what belongs to it.</p>
${error('owner')}
</div>`
}`;
}
