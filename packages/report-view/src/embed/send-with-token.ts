import type { Tokens } from './tokens.ts';

export type Reason = 'no_token' | 'token_refused' | 'token_ended';

/** There is no token, or two were refused. */
export class NoTokenError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

const REFUSED = 401;

/** Sends with the token of the page; if it is refused, once more with another one. Throws a NoTokenError without one. */
export function sendWithToken(tokens: Tokens): (address: string) => Promise<Response> {
  return async (address) => {
    const token = await tokens.current();
    if (token === undefined) throw new NoTokenError('no_token');
    const response = await send(address, token);
    if (response.status !== REFUSED) return response;
    const other = await tokens.another(token);
    const repeated = other === undefined ? response : await send(address, other);
    if (repeated.status !== REFUSED) return repeated;
    tokens.drop(other);
    throw new NoTokenError('token_refused');
  };
}

/** Without cookies: whoever is signed in at the dashboard in this browser does not matter. */
function send(address: string, token: string): Promise<Response> {
  return fetch(address, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, 'X-Funnel-Dashboard': '1' },
    cache: 'no-store',
    credentials: 'omit',
  });
}
