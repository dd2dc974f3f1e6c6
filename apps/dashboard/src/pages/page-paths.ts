import { DASHBOARD_PAGES } from '@funnel/pages';
import { type ReportPlace, REPORTS } from '@funnel/report-view';

function pathsOf(reports: readonly ReportPlace[]): string[] {
  return reports.flatMap(
    ({ page }) => page?.replace('{website_id}', ':website').replace('{id}', ':id') ?? [],
  );
}

/** The addresses of pages. The script in the browser knows what each one shows. */
export const PAGE_PATHS = pathsOf(Object.values(REPORTS));

/** Those that can be embedded: the tops of what can be seen of a website. What is below them has no address. */
export const TOP_PATHS = pathsOf(
  Object.values(REPORTS).filter(({ level = 'campaign' }) => level === 'campaign'),
).filter((path) => path !== '/');

/** Of an account too; below its other pages are only forms. */
const PATTERNS = [...PAGE_PATHS, ...DASHBOARD_PAGES, '/notifications/channels/:id'].map(
  (path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
);

/** The address of a page with its query, or the first page for anything else: a sign-in never leads away from here. */
export function pageAddress(text: unknown, origin: string): string {
  if (typeof text !== 'string' || !URL.canParse(text, origin)) return '/';
  const url = new URL(text, origin);
  const isPage = url.origin === origin && PATTERNS.some((pattern) => pattern.test(url.pathname));
  return isPage ? `${url.pathname}${url.search}` : '/';
}
