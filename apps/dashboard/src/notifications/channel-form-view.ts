import {
  allOrSome,
  choice,
  csrfField,
  fieldsOf,
  type Html,
  html,
  optionsView,
  websitePicker,
} from '@funnel/pages';
import {
  CHANNEL_NAME_MAX_LENGTH,
  type ChannelField,
  type ChannelFormErrors,
  type ChannelFormInput,
} from './channel-form.ts';
import type { ChannelWebsite } from './notification-data.ts';
import { HOUR_OPTIONS, languageOptions, timeZoneOptions } from './choices.ts';

export interface ChannelFormOptions {
  csrf: string;
  action: string;
  /** Those that the channel may be about. */
  websites: readonly ChannelWebsite[];
  input: ChannelFormInput;
  errors?: ChannelFormErrors | undefined;
  /** Whether it adds a channel: where messages go cannot be changed. */
  isNew: boolean;
}

/** Renders the form of a channel. The style sheet hides the fields that the chosen kind does not need. */
export function channelFormView(options: ChannelFormOptions): Html {
  const { csrf, action, websites, input, errors = {}, isNew } = options;
  const { wishes, selectedIds, formId } = input;
  const fields = fieldsOf<ChannelField>(errors);
  const { error, about, field } = fields;
  const yes = (name: string, text: string, isChecked: boolean, aside?: string) =>
    choice({ name, value: 'yes', text, isChecked, aside });
  const hours = (current: number | null) =>
    html`<option value="">never</option>${optionsView(HOUR_OPTIONS, current)}`;
  const picker = websitePicker({
    legend: 'Only these websites',
    websites,
    selectedIds,
    errorId: errors.website_ids && 'website_ids-error',
    footer: error('website_ids'),
  });
  return html`<form method="post" action="${action}" class="stack channel-form">
${csrfField(csrf)}
${isNew && html`<input type="hidden" name="form_id" value="${formId}">${targetFields(options, fields)}`}
${field('name', { label: 'Name' }, (is) => html`<input${is} type="text" autocomplete="off" maxlength="${CHANNEL_NAME_MAX_LENGTH}" required placeholder="Alarms" value="${wishes.name}">`)}
<fieldset class="choices"${about('breaks')}>
<legend>Tell about</legend>
${yes('breaks', 'Campaigns that break, stay broken or work again', wishes.breaks)}
${yes('verdicts', 'Experiments that are decided', wishes.verdicts)}
${yes('digest', 'The week, on Mondays', wishes.digest)}
${yes('no_data', 'Websites that send no data', wishes.no_data, 'told to owners only')}
${error('breaks')}
</fieldset>
<fieldset class="choices">
<legend>About which websites</legend>
${allOrSome(wishes.website_ids === null)}
</fieldset>
<div class="some-websites">${picker}</div>
${field('time_zone', { label: 'Time zone' }, (is) => html`<select${is}${isNew && html` data-time-zone`}>${optionsView(timeZoneOptions(wishes.time_zone), wishes.time_zone)}</select>`)}
${fields.select('digest_hour', DIGEST_HOUR, HOUR_OPTIONS, wishes.digest_hour)}
<div class="field">
<label for="quiet_from">Nothing from</label>
<select id="quiet_from" name="quiet_from"${about('quiet_from', 'quiet-hint')}>${hours(wishes.quiet_from)}</select>
<label for="quiet_to">until</label>
<select id="quiet_to" name="quiet_to"${about('quiet_from', 'quiet-hint')}>${hours(wishes.quiet_to)}</select>
<p class="hint" id="quiet-hint">Messages wait until these hours are over. Nothing is lost.</p>
${error('quiet_from')}
</div>
${fields.select('language', { label: 'Numbers and dates as in' }, languageOptions(wishes.language), wishes.language)}
<button type="submit" class="primary">${isNew ? 'Add' : 'Save'}</button>
</form>`;
}

const KINDS = [
  ['email', 'E-mail', 'to any address'],
  ['slack', 'Slack', 'a channel of yours'],
  ['webhook', 'Webhook', 'a program of yours'],
] as const;

const DIGEST_HOUR = { label: 'Hour of the week’s summary, on Mondays', className: 'digest-hour' };
const EMAIL = {
  label: 'E-mail address',
  hint: 'We ask there by mail first, unless it is the address you sign in with.',
  className: 'to-email',
};
const ADDRESS = {
  label: 'Address',
  hint: 'Slack: the address of an incoming webhook. Webhook: where your program listens. It is stored encrypted and not shown again.',
  className: 'to-url',
};
const OWNER = {
  label: 'Belongs to',
  hint: 'The owners of an account manage what belongs to it.',
  className: 'to-url',
};

/** Where messages go, and whose the channel is. */
function targetFields(
  { input, websites }: ChannelFormOptions,
  { error, about, field }: ReturnType<typeof fieldsOf<ChannelField>>,
): Html {
  const owned = new Map(
    websites
      .filter(({ role }) => role === 'owner')
      .map(({ accountId, accountName }) => [accountId, accountName]),
  );
  const owners = [...owned].map(([id, name]) => ({
    value: String(id),
    text: `${name}: it stays when people leave`,
  }));
  return html`<fieldset class="choices"${about('kind')}>
<legend>Where to</legend>
${KINDS.map(([value, text, aside]) => choice({ type: 'radio', name: 'kind', value, text, aside, isChecked: input.kind === value }))}
${error('kind')}
</fieldset>
${field('email', EMAIL, (is) => html`<input${is} type="email" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="254" value="${input.email}">`)}
${field('url', ADDRESS, (is) => html`<input${is} type="url" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2000" placeholder="https://" value="${input.url}">`)}
${owned.size > 0 && field('owner', OWNER, (is) => html`<select${is}><option value="">me: it ends with my access</option>${optionsView(owners, input.owner)}</select>`)}`;
}
