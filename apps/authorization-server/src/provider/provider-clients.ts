import { PERSONAL_TOKEN_CLIENT_ID } from '@funnel/identity';
import type { ClientMetadata, Provider } from 'oidc-provider';
import type { IntrospectionClient } from '../introspection/introspection-request.ts';
import { hashSecrets, isSecret } from './client-secrets.ts';

const NO_GRANTS = { redirect_uris: [], response_types: [], grant_types: [] };

/** The clients that exist without registration. Neither can request access. */
export function fixedClients(introspection: IntrospectionClient): ClientMetadata[] {
  return [
    {
      ...NO_GRANTS,
      client_id: introspection.clientId,
      client_secret: hashSecrets(introspection.clientSecrets),
      token_endpoint_auth_method: 'client_secret_basic',
    },
    // Public, so that anyone who has such a token can revoke it: a leak is stopped without a login.
    { ...NO_GRANTS, client_id: PERSONAL_TOKEN_CLIENT_ID, token_endpoint_auth_method: 'none' },
  ];
}

/** Compares hashes, because only the hash of a client secret is stored. */
export function compareSecretHashes(provider: Provider): void {
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    value(this: { clientSecret?: string }, presented: string) {
      return isSecret(presented, this.clientSecret ?? '');
    },
  });
}
