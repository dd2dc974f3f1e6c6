import { onlyPrinted, parseId, type ServiceError } from '@funnel/domain';
import type { UserWebsite } from '@funnel/identity';
import {
  type ChannelKind,
  type ChannelOwner,
  type ChannelTarget,
  type ChannelWishes,
  checkTarget,
  checkWishes,
} from '@funnel/notifications';
import { textOf } from '@funnel/pages';
import { isFormId } from '../people/first-submission.ts';
import { refusedField } from '../people/forms.ts';
import { selectedWebsites } from '../people/selected-websites.ts';

export type ChannelField =
  | 'kind'
  | 'email'
  | 'url'
  | 'owner'
  | 'name'
  | 'website_ids'
  | 'breaks'
  | 'digest_hour'
  | 'quiet_from'
  | 'time_zone'
  | 'language';

export type ChannelFormErrors = Partial<Record<ChannelField, string>>;

/** What a person entered, valid or not. The form is shown again with it. */
export interface ChannelFormInput {
  kind: string;
  email: string;
  url: string;
  /** Empty for the person; otherwise the id of an account. */
  owner: string;
  selectedIds: readonly number[];
  /** An hour that is none is not a number. */
  wishes: ChannelWishes;
  /** Identifies the form that was shown: it adds one channel, however often it is sent. */
  formId: string;
}

/** What a new channel sends, unless somebody chooses otherwise. */
export const USUAL_WISHES: ChannelWishes = {
  name: '',
  websiteIds: null,
  breaks: true,
  verdicts: true,
  digest: false,
  noData: true,
  language: 'en-GB',
  timeZone: 'UTC',
  digestHour: 8,
  quietFrom: null,
  quietTo: null,
};

/** The form of a channel that exists, or of one of the usual kind. */
export function inputOf(wishes: ChannelWishes, kind: ChannelKind = 'slack'): ChannelFormInput {
  return { kind, email: '', url: '', owner: '', selectedIds: wishes.websiteIds ?? [], wishes, formId: '' };
}

/** Who sends a form, and what they may choose. */
export interface ChannelFormSender {
  websites: readonly UserWebsite[];
  userId: number;
  /** Whether an address is the person's, so that nobody has to be asked. */
  isOwnAddress: (email: string) => boolean;
  privateReceivers?: readonly string[] | undefined;
}

export const CHANNEL_NAME_MAX_LENGTH = 100;
const KINDS: readonly string[] = ['email', 'slack', 'webhook'] satisfies ChannelKind[];
const HOUR = /^\d{1,2}$/;

/** What is wrong, in words for people. */
const TEXTS: Record<ChannelField, string> = {
  kind: 'Choose how to be told.',
  email: 'Enter an e-mail address.',
  url: 'Enter an https address without a user name or a password.',
  owner: 'Choose yourself, or an account that you own.',
  name: `Enter a name of 1 to ${CHANNEL_NAME_MAX_LENGTH} characters.`,
  website_ids: 'Select at least one website from this list.',
  breaks: 'Select at least one.',
  digest_hour: 'Choose an hour.',
  quiet_from: 'Choose two different hours, or “never” twice.',
  time_zone: 'Choose a time zone.',
  language: 'Choose a language.',
};
const SLACK_URL =
  'Enter the address of an incoming webhook of Slack: https://hooks.slack.com/services/… Slack shows it when you add one.';

/** Validates what a channel sends. `within` are the websites that it may be about. */
export function parseWishes(
  body: unknown,
  within: readonly UserWebsite[],
): { input: ChannelFormInput; errors?: ChannelFormErrors } {
  const { input, hasWebsites } = readInput(body, within);
  const errors: ChannelFormErrors = {
    ...(!hasWebsites && { website_ids: TEXTS.website_ids }),
    ...errorOf(() => checkWishes(hasWebsites ? input.wishes : { ...input.wishes, websiteIds: null })),
  };
  return Object.keys(errors).length > 0 ? { input, errors } : { input };
}

export function parseChannelForm(
  body: unknown,
  { websites, userId, isOwnAddress, privateReceivers }: ChannelFormSender,
): { input: ChannelFormInput } & (
  | { owner: ChannelOwner; target: ChannelTarget }
  | { errors: ChannelFormErrors }
) {
  const kind = textOf(body, 'kind');
  const owner = kind === 'email' ? '' : textOf(body, 'owner');
  const accountId = parseId(owner);
  const ofOwner =
    accountId === undefined
      ? websites
      : websites.filter((website) => website.accountId === accountId && website.role === 'owner');
  const parsed = parseWishes(body, ofOwner);
  const input = { ...parsed.input, owner };
  const target = targetOf(input, isOwnAddress);
  const errors: ChannelFormErrors = {
    ...parsed.errors,
    ...(owner !== '' && ofOwner.length === 0 && { owner: TEXTS.owner }),
    ...(target ? errorOf(() => checkTarget(target, privateReceivers)) : { kind: TEXTS.kind }),
    ...(!isFormId(input.formId) && { name: 'This form is out of date. Reload the page.' }),
  };
  if (errors.url && kind === 'slack') errors.url = SLACK_URL;
  if (!target || Object.keys(errors).length > 0) return { input, errors };
  return { input, target, owner: accountId === undefined ? { userId } : { accountId } };
}

function targetOf(
  { kind, email, url }: ChannelFormInput,
  isOwnAddress: ChannelFormSender['isOwnAddress'],
): ChannelTarget | undefined {
  if (kind === 'email') return { kind, email, isConfirmed: isOwnAddress(email) };
  return kind === 'slack' || kind === 'webhook' ? { kind, url } : undefined;
}

function readInput(body: unknown, within: readonly UserWebsite[]) {
  const text = (name: string) => onlyPrinted(textOf(body, name)).trim();
  const isOn = (name: string) => textOf(body, name) === 'yes';
  const hour = (name: string) => (HOUR.test(text(name)) ? Number(text(name)) : Number.NaN);
  const orNever = (name: string) => (text(name) === '' ? null : hour(name));
  const isAll = textOf(body, 'which') === 'all';
  const selection = selectedWebsites(body, within);
  const chosen = 'error' in selection ? [] : [...selection.websiteIds];
  const input: ChannelFormInput = {
    kind: KINDS.includes(text('kind')) ? text('kind') : '',
    email: text('email').toLowerCase(),
    url: text('url'),
    owner: '',
    selectedIds: selection.selectedIds,
    wishes: {
      name: text('name'),
      websiteIds: isAll ? null : chosen,
      breaks: isOn('breaks'),
      verdicts: isOn('verdicts'),
      digest: isOn('digest'),
      noData: isOn('no_data'),
      language: text('language'),
      timeZone: text('time_zone'),
      digestHour: hour('digest_hour'),
      quietFrom: orNever('quiet_from'),
      quietTo: orNever('quiet_to'),
    },
    formId: textOf(body, 'form_id'),
  };
  return { input, hasWebsites: isAll || chosen.length > 0 };
}

/** The field that the store refuses, with words of this page. */
function errorOf(check: () => void): ChannelFormErrors {
  try {
    check();
    return {};
  } catch (error) {
    const field = fieldOf(refusedField(error));
    return { [field]: TEXTS[field] };
  }
}

/** The field of this form that a refusal of the store is about. */
export function fieldOf({ parameter }: ServiceError): ChannelField {
  return parameter !== undefined && Object.hasOwn(TEXTS, parameter) ? (parameter as ChannelField) : 'name';
}
