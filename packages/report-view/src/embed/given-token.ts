/** A token, and how long it lives if that is known. */
export interface GivenToken {
  token: string;
  expires_in?: number | undefined;
}

/** The token in what a page returns: a text, `{ token }`, or the answer of the authorization server. */
export function givenToken(given: unknown): GivenToken | undefined {
  if (typeof given === 'string') return given === '' ? undefined : { token: given };
  const { token, access_token: issued, expires_in: seconds } = (given ?? {}) as Record<string, unknown>;
  const text = token ?? issued;
  if (typeof text !== 'string' || text === '') return undefined;
  return { token: text, ...(typeof seconds === 'number' && { expires_in: seconds }) };
}

/** Asks the server of the page, with its cookies. It decides what the person may see; the body only says what is shown. */
export async function tokenFrom(
  url: string,
  shown: { website: number; campaign: string | undefined },
): Promise<unknown> {
  const { website, campaign } = shown;
  const response = await fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ website, campaign: campaign === undefined ? null : Number(campaign) }),
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.json();
}
