/** Where a page is in its list. */
export interface Pages {
  page: number;
  perPage: number;
  total: number;
}

/** The `Link` header (RFC 8288) to the other pages of a list; the rest of the query stays the same. */
export function pageLinks(url: URL, { page, perPage, total }: Pages): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const links = [
    ['first', 1],
    ...(page > 1 ? [['prev', Math.min(page - 1, last)]] : []),
    ...(page < last ? [['next', page + 1]] : []),
    ['last', last],
  ] as const;
  return links
    .map(([relation, target]) => `<${withPage(url, Number(target))}>; rel="${relation}"`)
    .join(', ');
}

function withPage(url: URL, page: number): string {
  const target = new URL(url);
  target.searchParams.set('page', String(page));
  return target.href;
}
