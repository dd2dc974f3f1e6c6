import { answerOf, type Result } from './answer.ts';
import type { FunnelClient } from './create-client.ts';
import type { paths } from './schema.ts';

/** The paths that take `page`. */
export type PagedPath = {
  [Path in keyof paths]: paths[Path] extends { get: { parameters: { query?: { page?: number } } } }
    ? Path
    : never;
}[keyof paths];

type QueryOf<Path extends PagedPath> = NonNullable<paths[Path]['get']['parameters']['query']>;
type AnswerOf<Path extends PagedPath> = paths[Path]['get']['responses'][200]['content']['application/json'];

/**
 * Reads one page after the other, until the last.
 * @example
 * const client = createClient({ baseUrl, token });
 * const names: string[] = [];
 * for await (const { data } of allPages(client, '/reports/campaigns', { website_id: 11, per_page: 1 }))
 *   names.push(...data.campaigns.map(({ name }) => name));
 * assert.ok(names.includes('Spring quiz'));
 */
export async function* allPages<Path extends PagedPath>(
  client: FunnelClient,
  path: Path,
  query: Omit<QueryOf<Path>, 'page'>,
): AsyncGenerator<AnswerOf<Path>> {
  for (let page = 1; ; page++) {
    const request = client.GET(path as never, { params: { query: { ...query, page } } } as never);
    let isLast = true;
    const answered = (request as unknown as Promise<Result<AnswerOf<Path>>>).then((result) => {
      isLast = !isFollowed(result.data, result.response);
      return result;
    });
    yield await answerOf(answered);
    if (isLast) return;
  }
}

/** Reports say it in `pagination`, the other lists in the `Link` header. */
function isFollowed(answer: unknown, response: Response): boolean {
  const { pagination } =
    (answer as { data?: { pagination?: { page: number; total_pages: number } } })?.data ?? {};
  if (pagination) return pagination.page < pagination.total_pages;
  return /rel="?next"?/.test(response.headers.get('link') ?? '');
}
