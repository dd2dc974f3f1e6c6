import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthorizationStore, TokenState, TokenUses } from '@funnel/identity';
import type { Handler } from '@funnel/service';
import {
  type Asked,
  createServiceRequestCheck,
  type IntrospectionClient,
  readBody,
  readForm,
} from './introspection-request.ts';
import { activeResponse, INACTIVE } from './introspection-response.ts';

type Next = Parameters<Handler>[2];

export interface ServiceIntrospectionOptions {
  path: string;
  issuer: string;
  client: IntrospectionClient;
  store: Pick<AuthorizationStore, 'readTokenStates'>;
  tokenUses: TokenUses;
}

/**
 * Answers the introspection requests of our services with one statement. They ask for every request they get, and
 * oidc-provider takes four statements. It still answers everything else: other clients, other tokens, other forms.
 * Our services may also send several tokens at once, and get a list of the same responses: see ADR 12.
 */
export function serviceIntrospection(options: ServiceIntrospectionOptions): Handler {
  const { path, issuer, client, store, tokenUses } = options;
  const isFromService = createServiceRequestCheck(path, client);

  function responseOf(state: TokenState, network: string | undefined): string | undefined {
    if (state.status !== 'active') return state.status === 'inactive' ? INACTIVE : undefined;
    const { grantId } = state.payload;
    // A view token is used by other people than the one it was issued for: a new network means nothing.
    if (typeof grantId === 'string') tokenUses.note({ grantId, network: state.view ? undefined : network });
    return activeResponse(issuer, state);
  }

  async function answer(asked: Asked): Promise<string | undefined> {
    const tokens = 'one' in asked ? [asked.one] : asked.several;
    const states = await store.readTokenStates(tokens.map(({ token }) => token));
    const responses = states.map((state, index) => responseOf(state, tokens[index]?.network));
    // A null in the list means: ask for this token alone.
    return 'one' in asked ? responses[0] : `[${responses.map((text) => text ?? 'null').join()}]`;
  }

  async function respond(req: IncomingMessage, res: ServerResponse, next: Next): Promise<void> {
    const body = await readBody(req);
    try {
      const asked = readForm(body);
      const text = asked && (await answer(asked));
      if (text !== undefined) return send(res, text);
      req.unshift(body);
      return next();
    } catch (error) {
      return next(error);
    }
  }

  return (req, res, next) => {
    if (isFromService(req)) void respond(req, res, next);
    else next();
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
