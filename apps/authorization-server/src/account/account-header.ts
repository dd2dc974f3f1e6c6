import { type Html, html } from '@funnel/pages';
import { csrfField } from '../pages/form-fields.ts';

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

/** Renders the navigation between the pages of a person, and the way out. */
export function accountHeader(current: AccountPath, { email, csrf }: { email: string; csrf: string }): Html {
  const links = Object.entries(PAGES).map(
    ([path, name]) => html`<a href="${path}"${path === current && html` aria-current="page"`}>${name}</a>`,
  );
  return html`<nav class="pages" aria-label="Your account">${links}</nav>
<form method="post" action="/logout" class="account">${csrfField(csrf)}<span class="break">${email}</span><button type="submit" class="quiet">Sign out</button></form>`;
}
