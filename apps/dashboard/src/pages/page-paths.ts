/** The addresses of pages. The script in the browser knows what each one shows. */
export const PAGE_PATHS = [
  '/',
  '/websites/:website',
  '/websites/:website/campaigns',
  '/websites/:website/experiments',
  '/websites/:website/insights',
  '/websites/:website/campaigns/:id',
  '/websites/:website/variants/:id',
  '/websites/:website/steps/:id',
  '/websites/:website/elements/:id',
];

const PATTERNS = PAGE_PATHS.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'));

/** The address of a page with its query, or the first page for anything else: a sign-in never leads away from here. */
export function pageAddress(text: unknown, origin: string): string {
  if (typeof text !== 'string' || !URL.canParse(text, origin)) return '/';
  const url = new URL(text, origin);
  const isPage = url.origin === origin && PATTERNS.some((pattern) => pattern.test(url.pathname));
  return isPage ? `${url.pathname}${url.search}` : '/';
}
