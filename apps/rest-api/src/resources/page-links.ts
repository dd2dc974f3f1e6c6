export interface Pages {
  page: number;
  perPage: number;
  total: number;
}

/** RFC 8288: the way to the other pages of a list, with everything else of the query as it was. */
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
