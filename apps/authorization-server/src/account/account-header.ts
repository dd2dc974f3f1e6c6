import { type Html, pageHeader } from '@funnel/pages';
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
  const own = Object.entries(PAGES).map(([href, text]) => ({ href, text, isCurrent: href === current }));
  return pageHeader({
    navigation: {
      label: 'Your account',
      links: [...(reportsUrl ? [{ href: reportsUrl, text: 'Reports' }] : []), ...own],
    },
    account: { name: email, signOutPath: '/logout', csrf },
  });
}
