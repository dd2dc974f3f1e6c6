import type { ResourceServer } from 'oidc-provider';
import { LIFETIMES } from '../lifetimes.ts';
import type { Resource } from '../resources.ts';

/** What oidc-provider must know about a service. */
export function resourceServerInfo({ uri, scopes }: Resource): ResourceServer {
  return {
    scope: [...scopes].join(' '),
    audience: uri,
    accessTokenTTL: LIFETIMES.accessToken,
    accessTokenFormat: 'opaque',
  };
}
