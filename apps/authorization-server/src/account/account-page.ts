import { accountPage as page, type AccountPath, isAccountPath, type PageContent } from '@funnel/pages';
import type { Person } from '../people/people.ts';

/** Who sees a page, and the token of its forms. */
export interface PageViewer {
  person: Person;
  csrf: string;
}

export function accountPage(path: AccountPath, { person, csrf }: PageViewer, shown: PageContent): string {
  const { email: name, reportsUrl, hasNotifications } = person;
  const without: AccountPath[] = hasNotifications ? [] : ['/notifications'];
  return page(path, { name, csrf, signOutPath: '/logout', accountUrl: '', reportsUrl, without }, shown);
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
  return isAccountPath(text.split('?', 1)[0] ?? '') ? text : undefined;
}
