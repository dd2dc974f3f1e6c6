import { onlyPrinted, parseId, type WebsiteId } from '@funnel/domain';
import type { UserWebsite } from '@funnel/identity';
import { textOf } from '@funnel/pages';
import { isFormId } from '../people/first-submission.ts';
import { chosenSeconds, LINK_LIFETIMES } from '../lifetimes.ts';

/** The fields that can have an error. */
type ShareField = 'name' | 'website' | 'campaign' | 'life' | 'password';

/** What a person entered, valid or not. The form is shown again with it, but without the password. */
export interface ShareFormInput {
  name: string;
  website: string;
  campaign: string;
  life: string;
  /** Identifies the form that was shown: it creates one link, however often it is sent. */
  formId: string;
}

/** A valid form. */
export interface ShareFormRequest {
  name: string;
  websiteId: WebsiteId;
  campaignId: number | null;
  lifeDays: number;
  /** Undefined: no password. */
  password: string | undefined;
}

/** The error of each invalid field. */
export type ShareFormErrors = Partial<Record<ShareField, string>>;

/** The longest name of a link. */
export const LINK_NAME_MAX_LENGTH = 80;
/** Shorter than the password of a person: it is of no use without the link. */
export const LINK_PASSWORD_MIN_LENGTH = 8;
/** The longest password of a link. */
export const LINK_PASSWORD_MAX_LENGTH = 200;

/** Validates the form. `own` are the websites that the person may share. */
export function parseShareForm(
  body: unknown,
  own: readonly UserWebsite[],
): { input: ShareFormInput } & ({ request: ShareFormRequest } | { errors: ShareFormErrors }) {
  const input = readInput((name) => textOf(body, name));
  const { name, campaign } = input;
  const lifeSeconds = chosenSeconds(LINK_LIFETIMES, input.life);
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
    ...(lifeSeconds === undefined && { life: 'Choose an expiry.' }),
    ...(password !== '' &&
      (length < LINK_PASSWORD_MIN_LENGTH || length > LINK_PASSWORD_MAX_LENGTH) && {
        password: `Enter ${LINK_PASSWORD_MIN_LENGTH} to ${LINK_PASSWORD_MAX_LENGTH} characters, or nothing for no password.`,
      }),
    ...(!isFormId(input.formId) && { name: 'This form is out of date. Reload the page.' }),
  };
  if (!website || campaignId === undefined || lifeSeconds === undefined || Object.keys(errors).length > 0)
    return { input, errors };
  return {
    input,
    request: {
      name,
      websiteId: website.id,
      campaignId,
      lifeDays: lifeSeconds / 86_400,
      password: password === '' ? undefined : password,
    },
  };
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
