import { createHash } from 'node:crypto';
import { ServiceError } from '@funnel/domain';
import type { Request } from 'express';
import type { Askers } from '../data/data-routes.ts';

export const EMBED_BASE = '/embed';

/** Who asks from a frame: a browser with the token that the page around the frame has handed over. */
interface FrameAsker {
  idHash: Buffer;
  tokens: { accessToken: string };
}

const VIEW_TOKEN = /^Bearer (fnl_vt_\w{1,100})$/i;
const ENDED = 'The token has ended, or is not valid. The page around the report asks for another one.';
const FOREIGN = "This is not a token for embedding. Never hand your server's token to a browser.";

/** No cookie is read or set, and there is no other token than that of the request. */
export const frameAskers: Askers<FrameAsker> = {
  async find(req) {
    const accessToken = viewTokenOf(req);
    const idHash = createHash('sha256').update(accessToken).digest();
    return { idHash, tokens: { accessToken } };
  },
  fresh: async (asker) => asker,
  renew: async () => undefined,
  ended: () => refusal(ENDED),
};

function viewTokenOf({ headers: { authorization } }: Request): string {
  if (authorization === undefined) throw refusal('There is no token.');
  const token = VIEW_TOKEN.exec(authorization)?.[1];
  if (token === undefined) throw refusal(FOREIGN);
  return token;
}

function refusal(detail: string): ServiceError {
  const headers = { 'WWW-Authenticate': 'Bearer realm="dashboard"' };
  return new ServiceError('unauthorized', detail, { headers });
}
