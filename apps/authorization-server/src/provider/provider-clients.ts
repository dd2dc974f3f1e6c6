import { DASHBOARD_CLIENT_ID } from '@funnel/domain';
import { PERSONAL_TOKEN_CLIENT_ID } from '@funnel/identity';
import type { ClientMetadata, Provider } from 'oidc-provider';
import type { IntrospectionClient } from '../introspection/introspection-request.ts';
import { TOKEN_EXCHANGE } from '../token-exchange/view-token-grant.ts';
import { hashSecrets, isSecret } from './client-secrets.ts';

const NO_GRANTS = { redirect_uris: [], response_types: [], grant_types: [] };

/** The dashboard of this installation: the only client that people need not allow. */
export interface DashboardClient {
  /** As browsers know it. */
  url: string;
  /** Each one is accepted, so that it can be changed without a pause. */
  clientSecrets: readonly string[];
}

/** Where the dashboard gets its codes. */
const CALLBACK_PATH = '/sign-in/callback';

/** The clients that exist without registration. Only the dashboard can request access. */
export function fixedClients(
  introspection: IntrospectionClient,
  dashboard: DashboardClient | undefined,
): ClientMetadata[] {
  return [
    {
      ...NO_GRANTS,
      client_id: introspection.clientId,
      client_secret: hashSecrets(introspection.clientSecrets),
      token_endpoint_auth_method: 'client_secret_basic',
    },
    // Public, so that anyone who has such a token can revoke it: a leak is stopped without a login. A server exchanges its own one.
    {
      ...NO_GRANTS,
      client_id: PERSONAL_TOKEN_CLIENT_ID,
      token_endpoint_auth_method: 'none',
      grant_types: [TOKEN_EXCHANGE],
    },
    ...(dashboard ? [dashboardMetadata(dashboard)] : []),
  ];
}

function dashboardMetadata({ url, clientSecrets }: DashboardClient): ClientMetadata {
  return {
    client_id: DASHBOARD_CLIENT_ID,
    client_name: 'your reports',
    client_secret: hashSecrets(clientSecrets),
    token_endpoint_auth_method: 'client_secret_basic',
    redirect_uris: [`${url}${CALLBACK_PATH}`],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
  };
}

/** Compares hashes, because only the hash of a client secret is stored. */
export function compareSecretHashes(provider: Provider): void {
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    value(this: { clientSecret?: string }, presented: string) {
      return isSecret(presented, this.clientSecret ?? '');
    },
  });
}
