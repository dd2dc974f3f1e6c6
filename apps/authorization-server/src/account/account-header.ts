import { type Html, html } from '@funnel/pages';
import { csrfField } from '../pages/form-fields.ts';
import type { Person } from '../people/people.ts';

/** The pages of a person who is signed in, in the order of the navigation. */
const PAGES = {
  '/tokens': 'Tokens',
  '/applications': 'Applications',
  '/members': 'Members',
  '/audit': 'Audit',
  '/person-data': 'Personal data',
  '/sessions': 'Sessions',
  '/password': 'Password',
  '/second-factor': 'Second factor',
} as const;

/** The path of one of these pages. */
export type AccountPath = keyof typeof PAGES;

/** Whom the header shows. */
export type HeaderPerson = Pick<Person, 'email' | 'reportsUrl'>;

/** Whether a text is the path of one of these pages. */
export function isAccountPath(text: unknown): text is AccountPath {
  return typeof text === 'string' && Object.hasOwn(PAGES, text);
}

/** Renders the navigation between the pages of a person, and the way out. */
export function accountHeader(
  current: AccountPath,
  { person, csrf }: { person: HeaderPerson; csrf: string },
): Html {
  const { email, reportsUrl } = person;
  const links = Object.entries(PAGES).map(
    ([path, name]) => html`<a href="${path}"${path === current && html` aria-current="page"`}>${name}</a>`,
  );
  return html`<nav class="pages" aria-label="Your account">${reportsUrl && html`<a href="${reportsUrl}">Reports</a>`}${links}</nav>
<form method="post" action="/logout" class="account">${csrfField(csrf)}<span class="break">${email}</span><button type="submit" class="quiet">Sign out</button></form>`;
}
