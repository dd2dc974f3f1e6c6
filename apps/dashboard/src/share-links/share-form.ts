import { onlyPrinted, parseId } from '@funnel/domain';
import { textOf } from '@funnel/pages';
import type { Website } from './share-links.ts';

/** How long a link may live; the key is what the form sends. */
export const LINK_LIFETIMES = {
  '1d': { text: '1 day', days: 1 },
  '7d': { text: '7 days', days: 7 },
  '30d': { text: '30 days', days: 30 },
  '90d': { text: '90 days', days: 90 },
  '1y': { text: '1 year', days: 365 },
} as const;

type ShareField = 'name' | 'website' | 'campaign' | 'life' | 'password';

/** What a person entered, valid or not. The form is shown again with it, but without the password. */
export interface ShareFormInput {
  name: string;
  website: string;
  campaign: string;
  life: string;
  /** A UUID that identifies the form that was shown: it creates one link, however often it is sent. */
  formId: string;
}

export type ShareFormErrors = Partial<Record<ShareField, string>>;

const FORM_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
export const LINK_NAME_MAX_LENGTH = 80;
/** Shorter than the password of a person: it is of no use without the link. */
export const LINK_PASSWORD_MIN_LENGTH = 8;
export const LINK_PASSWORD_MAX_LENGTH = 200;

/** What the REST API is asked for, or what is wrong with the form. `own` are the websites that the person may share. */
export function parseShareForm(
  body: unknown,
  own: readonly Website[],
): { input: ShareFormInput } & ({ websiteId: number; asked: object } | { errors: ShareFormErrors }) {
  const input = readInput((name) => textOf(body, name));
  const { name, campaign } = input;
  const days = Object.hasOwn(LINK_LIFETIMES, input.life)
    ? LINK_LIFETIMES[input.life as keyof typeof LINK_LIFETIMES].days
    : undefined;
  const password = textOf(body, 'password');
  const website = own.find(({ id }) => id === parseId(input.website));
  const campaignId = campaign === '' ? null : parseId(campaign);
  const { length } = password;
  const errors: ShareFormErrors = {
    ...((name === '' || name.length > LINK_NAME_MAX_LENGTH) && {
      name: `Enter a name of 1 to ${LINK_NAME_MAX_LENGTH} characters.`,
    }),
    ...(!website && { website: 'Choose a website from this list.' }),
    ...(campaignId === undefined && {
      campaign: 'Enter the number of a campaign, or nothing for the whole website.',
    }),
    ...(days === undefined && { life: 'Choose an expiry.' }),
    ...(password !== '' &&
      (length < LINK_PASSWORD_MIN_LENGTH || length > LINK_PASSWORD_MAX_LENGTH) && {
        password: `Enter ${LINK_PASSWORD_MIN_LENGTH} to ${LINK_PASSWORD_MAX_LENGTH} characters, or nothing for no password.`,
      }),
    ...(!FORM_ID.test(input.formId) && { name: 'This form is out of date. Reload the page.' }),
  };
  if (!website || campaignId === undefined || days === undefined || Object.keys(errors).length > 0)
    return { input, errors };
  const asked = {
    request_id: input.formId,
    name,
    campaign_id: campaignId,
    days,
    password: password === '' ? null : password,
  };
  return { input, websiteId: website.id, asked };
}

/** What an address fills in: the dashboard leads here with the website or campaign that is open. Nothing is created by it. */
export function suggestedInput(query: unknown): Omit<ShareFormInput, 'life' | 'formId'> {
  const { name, website, campaign } = readInput((field) => textOf(query, field));
  const isId = (text: string) => parseId(text) !== undefined;
  return {
    name: name.slice(0, LINK_NAME_MAX_LENGTH),
    website: isId(website) ? website : '',
    campaign: isId(campaign) ? campaign : '',
  };
}

function readInput(field: (name: string) => string): ShareFormInput {
  return {
    // Control characters would change how the list is shown.
    name: onlyPrinted(field('name')).trim(),
    website: field('website').trim(),
    campaign: field('campaign').trim(),
    life: field('life'),
    formId: field('form_id'),
  };
}
