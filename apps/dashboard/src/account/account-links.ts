import type { HeaderLink } from '@funnel/pages';

/** The pages of an account, in the order of the menu. The authorization server has the others. */
const PAGES = {
  '/tokens': 'Access tokens',
  '/applications': 'Applications',
  '/share-links': 'Share links',
  '/members': 'Members',
  '/embedding': 'Embedding',
  '/password': 'Password & devices',
};

/** Those that are here. */
export const ACCOUNT_PATHS: readonly string[] = ['/embedding'];

/** Links to the pages of an account. */
export function accountLinks(issuer: string, current?: string): HeaderLink[] {
  return Object.entries(PAGES).map(([path, text]) => ({
    href: ACCOUNT_PATHS.includes(path) ? path : `${issuer}${path}`,
    text,
    isCurrent: path === current,
  }));
}
