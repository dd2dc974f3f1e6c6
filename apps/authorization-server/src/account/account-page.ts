import { type Html, layout, pageHeader } from '@funnel/pages';
import { headedContent, type PageContent } from '../pages/card-page.ts';
import type { Person } from '../people/people.ts';

/** The pages of a person who is signed in, in the order of the navigation. */
const PAGES = {
  '/tokens': 'Tokens',
  '/applications': 'Applications',
  '/share-links': 'Share links',
  '/notifications': 'Notifications',
  '/members': 'Members',
  '/embedding': 'Embedding',
  '/audit': 'Audit',
  '/person-data': 'Personal data',
  '/sessions': 'Sessions',
  '/password': 'Password',
  '/second-factor': 'Second factor',
} as const;

export type AccountPath = keyof typeof PAGES;

/** Who sees a page, and the token of its forms. */
export interface PageViewer {
  person: Person;
  csrf: string;
}

export function accountPage(path: AccountPath, viewer: PageViewer, shown: PageContent): string {
  const { title, head } = shown;
  return layout({
    title,
    width: 'wide',
    head,
    header: accountHeader(path, viewer),
    content: headedContent(shown),
  });
}

function accountHeader(current: AccountPath, { person, csrf }: PageViewer): Html {
  const { email, reportsUrl, hasNotifications } = person;
  const isThere: Partial<Record<string, boolean>> = {
    '/share-links': reportsUrl !== undefined,
    '/notifications': hasNotifications === true,
  };
  const pages = Object.entries(PAGES).filter(([href]) => isThere[href] ?? true);
  const own = pages.map(([href, text]) => ({ href, text, isCurrent: href === current }));
  return pageHeader({
    navigation: {
      label: 'Your account',
      links: [...(reportsUrl ? [{ href: reportsUrl, text: 'Reports' }] : []), ...own],
    },
    account: { name: email, signOutPath: '/logout', csrf },
  });
}

/** Such an address as the value of a parameter. */
export function inQuery(address: string): string {
  const [path = '', query] = address.split('?', 2);
  return query === undefined ? path : path + encodeURIComponent(`?${query}`);
}

const MAX_ADDRESS_LENGTH = 500;

/** The address of one of these pages, with what its query fills in; undefined for any other address. */
export function accountAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_ADDRESS_LENGTH) return undefined;
  return Object.hasOwn(PAGES, text.split('?', 1)[0] ?? '') ? text : undefined;
}
