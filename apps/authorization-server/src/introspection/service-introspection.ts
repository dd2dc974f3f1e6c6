import type { ServerResponse } from 'node:http';
import { type AuthorizationStore, PERSONAL_TOKEN_CLIENT_ID, type TokenUses } from '@funnel/identity';
import type { Handler } from '@funnel/service';
import {
  createServiceRequestCheck,
  type IntrospectionClient,
  readBody,
  readToken,
} from './introspection-request.ts';
import { activeResponse, INACTIVE } from './introspection-response.ts';

/** What the introspection by the services needs. */
export interface ServiceIntrospectionOptions {
  path: string;
  issuer: string;
  client: IntrospectionClient;
  store: Pick<AuthorizationStore, 'readTokenState'>;
  tokenUses: TokenUses;
}

/**
 * Answers the introspection requests of our services with one statement. They ask for every request they get, and
 * oidc-provider takes five statements. It still answers everything else: other clients, other tokens, other forms.
 */
export function serviceIntrospection(options: ServiceIntrospectionOptions): Handler {
  const { path, issuer, client, store, tokenUses } = options;
  const isFromService = createServiceRequestCheck(path, client);

  async function answer(token: string): Promise<string | undefined> {
    const state = await store.readTokenState(token);
    if (state.status !== 'active') return state.status === 'inactive' ? INACTIVE : undefined;
    if (state.payload['clientId'] === PERSONAL_TOKEN_CLIENT_ID) tokenUses.note(token);
    return activeResponse(issuer, state);
  }

  return (req, res, next) => {
    if (!isFromService(req)) return next();
    const respond = async () => {
      const body = await readBody(req);
      const token = readToken(body);
      const text = token === undefined ? undefined : await answer(token);
      if (text !== undefined) return send(res, text);
      req.unshift(body);
      return next();
    };
    respond().catch(next);
  };
}

function send(res: ServerResponse, text: string): void {
  res
    .writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    })
    .end(text);
}
