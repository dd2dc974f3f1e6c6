import { onlyPrinted, parseId } from '@funnel/domain';
import { isFormId, selectedWebsites, sentText, textOf } from '@funnel/pages';
import type { Mistake } from '../account/ask-about-account.ts';
import type { ChannelKind, ChannelWebsite, ChannelWishes } from './notification-data.ts';

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
  /** What is not an hour becomes -1, which the REST API rejects. */
  wishes: ChannelWishes;
  /** Identifies the form that was shown: it adds one channel, however often it is sent. */
  formId: string;
}

/** What a new channel sends, unless somebody chooses otherwise. */
export const USUAL_WISHES: ChannelWishes = {
  name: '',
  website_ids: null,
  breaks: true,
  verdicts: true,
  digest: false,
  no_data: true,
  language: 'en-GB',
  time_zone: 'UTC',
  digest_hour: 8,
  quiet_from: null,
  quiet_to: null,
};

/** The form of a channel that exists, or of one of the usual kind. */
export function inputOf(wishes: ChannelWishes, kind: ChannelKind = 'slack'): ChannelFormInput {
  return { kind, email: '', url: '', owner: '', selectedIds: wishes.website_ids ?? [], wishes, formId: '' };
}

export const CHANNEL_NAME_MAX_LENGTH = 100;
const KINDS: readonly string[] = ['email', 'slack', 'webhook'] satisfies ChannelKind[];
const HOUR = /^\d{1,2}$/;

/** What is wrong, in words for people. */
const TEXTS = {
  kind: 'Choose how to be told.',
  email: 'Enter an e-mail address.',
  // It can be wrong in many ways: the REST API says in which.
  url: undefined,
  owner: 'Choose yourself, or an account that you own.',
  name: `Enter a name of 1 to ${CHANNEL_NAME_MAX_LENGTH} characters.`,
  website_ids: 'Select at least one website from this list.',
  breaks: 'Select at least one.',
  digest_hour: 'Choose an hour.',
  quiet_from: 'Choose two different hours, or “never” twice.',
  time_zone: 'Choose a time zone.',
  language: 'Choose a language.',
} satisfies Record<ChannelField, string | undefined>;

/** What a channel shall send. `within` are the websites that it may be about; the REST API validates the rest. */
export function parseWishes(
  body: unknown,
  within: readonly ChannelWebsite[],
): { input: ChannelFormInput; errors?: ChannelFormErrors } {
  const { input, hasWebsites } = readInput(body, within);
  const { name, breaks, verdicts, digest, no_data: noData } = input.wishes;
  // What is left empty is said at once, also several things.
  const errors: ChannelFormErrors = {
    ...(!hasWebsites && { website_ids: TEXTS.website_ids }),
    ...(name === '' && { name: TEXTS.name }),
    ...(!(breaks || verdicts || digest || noData) && { breaks: TEXTS.breaks }),
  };
  return Object.keys(errors).length > 0 ? { input, errors } : { input };
}

/** A new channel, for the REST API, or what is wrong with the form. */
export function parseChannelForm(
  body: unknown,
  websites: readonly ChannelWebsite[],
): { input: ChannelFormInput } & ({ asked: object } | { errors: ChannelFormErrors }) {
  const kind = textOf(body, 'kind');
  const owner = kind === 'email' ? '' : textOf(body, 'owner');
  const accountId = parseId(owner);
  const ofOwner =
    accountId === undefined
      ? websites
      : websites.filter((website) => website.accountId === accountId && website.role === 'owner');
  const parsed = parseWishes(body, ofOwner);
  const input = { ...parsed.input, owner };
  const errors: ChannelFormErrors = {
    ...parsed.errors,
    ...(owner !== '' && ofOwner.length === 0 && { owner: TEXTS.owner }),
    ...(input.kind === '' && { kind: TEXTS.kind }),
    ...(!isFormId(input.formId) && { name: 'This form is out of date. Reload the page.' }),
  };
  if (Object.keys(errors).length > 0) return { input, errors };
  const target = input.kind === 'email' ? { email: input.email } : { url: input.url };
  const asked = {
    ...input.wishes,
    ...target,
    kind: input.kind,
    request_id: input.formId,
    ...(accountId !== undefined && { account_id: accountId }),
  };
  return { input, asked };
}

function readInput(body: unknown, within: readonly ChannelWebsite[]) {
  const text = (name: string) => onlyPrinted(textOf(body, name)).trim();
  const isOn = (name: string) => textOf(body, name) === 'yes';
  const hour = (name: string) => (HOUR.test(text(name)) ? Number(text(name)) : -1);
  const orNever = (name: string) => (sentText(body, name) === '' ? null : hour(name));
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
      website_ids: isAll ? null : chosen,
      breaks: isOn('breaks'),
      verdicts: isOn('verdicts'),
      digest: isOn('digest'),
      no_data: isOn('no_data'),
      language: text('language'),
      time_zone: text('time_zone'),
      digest_hour: hour('digest_hour'),
      quiet_from: orNever('quiet_from'),
      quiet_to: orNever('quiet_to'),
    },
    formId: textOf(body, 'form_id'),
  };
  return { input, hasWebsites: isAll || chosen.length > 0 };
}

const FIELDS: Readonly<Record<string, ChannelField>> = { account_id: 'owner', quiet_to: 'quiet_from' };

/** What the REST API refuses, in words of this page, at the field that it is about. */
export function errorsOf({ detail, parameter = '' }: Mistake): ChannelFormErrors {
  const field = FIELDS[parameter] ?? parameter;
  if (!isField(field)) return { name: detail };
  // A rule begins with its field; anything else says more than this page could.
  if (!detail.startsWith(`${parameter} `)) return { [field]: detail };
  return { [field]: TEXTS[field] ?? detail.replace(parameter, 'The address') };
}

function isField(name: string): name is ChannelField {
  return Object.hasOwn(TEXTS, name);
}
