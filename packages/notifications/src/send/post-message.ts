import type { Attempt } from '../outbox/prepared.ts';

export interface PostResponse {
  status: number;
  body: string;
  retryAfter?: string | undefined;
}

/** Posts to an address, without following redirects, and only to the public internet. Rejects if there is no answer in time. */
export type Post = (
  url: string,
  request: { headers: Record<string, string>; body: string },
) => Promise<PostResponse>;

const GONE = 410;
const SHOWN_CHARACTERS = 200;

/** Posts a message, and says what became of it. */
export async function postMessage(post: Post, url: string, request: Parameters<Post>[1]): Promise<Attempt> {
  let response: PostResponse;
  try {
    response = await post(url, request);
  } catch (error) {
    return { outcome: 'later', answer: error instanceof Error ? error.message : String(error) };
  }
  const { status, body } = response;
  const answer = `${status} ${body.slice(0, SHOWN_CHARACTERS).replaceAll(/\s+/g, ' ')}`.trim();
  if (status >= 200 && status < 300) return { outcome: 'sent', answer };
  if (status === GONE) return { outcome: 'gone', answer };
  if (status >= 300 && status < 400)
    return { outcome: 'later', answer: `${status}: redirects are not followed; give the final address` };
  return { outcome: 'later', answer, wishSeconds: wishOf(response.retryAfter) };
}

/** Only seconds: a date is rare. */
function wishOf(retryAfter: string | undefined): number | undefined {
  return retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}
