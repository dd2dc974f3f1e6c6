import type { Html } from '../html.ts';
import { headedContent, type PageContent } from '../look/card-page.ts';
import { layout } from '../look/layout.ts';
import { pageHeader } from '../look/page-header.ts';

/** The pages of somebody who is signed in, in the order of the navigation. */
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

/** Those that the dashboard has, on the REST API. The authorization server has the others. */
export const DASHBOARD_PAGES = [
  '/share-links',
  '/notifications',
  '/embedding',
] as const satisfies AccountPath[];

/** Who sees a page of an account, and where the others are. */
export interface AccountViewer {
  name: string | undefined;
  csrf: string;
  signOutPath: string;
  /** The address of the authorization server; empty on its own pages. */
  accountUrl: string;
  /** The address of the dashboard; empty on its own pages, undefined without one. */
  reportsUrl: string | undefined;
  /** Pages that this installation does not have. */
  without?: readonly AccountPath[];
}

export function accountPage(path: AccountPath, viewer: AccountViewer, shown: PageContent): string {
  const { title, head } = shown;
  const header = accountHeader(path, viewer);
  return layout({ title, width: 'wide', head, header, content: headedContent(shown) });
}

function accountHeader(current: AccountPath, viewer: AccountViewer): Html {
  const { name, csrf, signOutPath, reportsUrl, without = [] } = viewer;
  const links = (Object.keys(PAGES) as AccountPath[])
    .filter((path) => !without.includes(path))
    .flatMap((path) => {
      const href = addressOf(path, viewer);
      return href === undefined ? [] : [{ href, text: PAGES[path], isCurrent: path === current }];
    });
  const reports = reportsUrl === undefined ? [] : [{ href: reportsUrl || '/', text: 'Reports' }];
  return pageHeader({
    navigation: { label: 'Your account', links: [...reports, ...links] },
    account: { name, signOutPath, csrf },
  });
}

/** The address of a page; undefined if it needs a dashboard and this installation has none. */
function addressOf(
  path: AccountPath,
  { accountUrl, reportsUrl }: Pick<AccountViewer, 'accountUrl' | 'reportsUrl'>,
): string | undefined {
  const isThere = DASHBOARD_PAGES.some((page) => page === path);
  if (!isThere) return `${accountUrl}${path}`;
  return reportsUrl === undefined ? undefined : `${reportsUrl}${path}`;
}

export function isAccountPath(path: string): path is AccountPath {
  return Object.hasOwn(PAGES, path);
}
