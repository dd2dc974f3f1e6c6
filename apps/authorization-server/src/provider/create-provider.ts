import type { EventEmitter } from 'node:events';
import { findUser, type TokenUses } from '@funnel/identity';
import { DASHBOARD_CLIENT_ID, SCOPES } from '@funnel/domain';
import { requestIdOf } from '@funnel/service';
import { type Client, type Configuration, errors, type JWKS, Provider } from 'oidc-provider';
import {
  acceptAssertions,
  ASSERTION_PROFILE,
  type AssertionDependencies,
} from '../company-login/assertion-grant.ts';
import type { CompanySettings } from '../company-login/company-settings.ts';
import { isUnavailable, renderProviderError } from '../error-pages.ts';
import { type IntrospectionClient, MAX_TOKENS } from '../introspection/introspection-request.ts';
import { LIFETIMES } from '../lifetimes.ts';
import { LOGIN_SCOPES } from '../resources.ts';
import { exchangeForViewTokens } from '../token-exchange/view-token-grant.ts';
import { createAdapter } from './adapter.ts';
import { createInteractionPolicy } from './interaction-policy.ts';
import { resourceServerInfo } from './resource-server-info.ts';
import { compareSecretHashes, type DashboardClient, fixedClients } from './provider-clients.ts';
import { useOwnTokenFormat } from './token-format.ts';

export interface ProviderOptions extends Omit<AssertionDependencies, 'company'> {
  cookieKeys: readonly string[];
  jwks: JWKS;
  introspection: IntrospectionClient;
  /** Undefined where there is no dashboard. */
  dashboard?: DashboardClient | undefined;
  tokenUses: TokenUses;
  fetch: NonNullable<Configuration['fetch']>;
  allowFetch: NonNullable<NonNullable<Features['clientIdMetadataDocument']>['allowFetch']>;
  /** Undefined where company logins are off. */
  company?: CompanySettings | undefined;
}

type Features = NonNullable<Configuration['features']>;

export const PATHS = {
  authorization: '/authorize',
  token: '/token',
  registration: '/register',
  introspection: '/introspect',
  revocation: '/revoke',
  jwks: '/jwks',
} as const;

export function createProvider(options: ProviderOptions): Provider {
  const { issuer, database, store, cookieKeys, jwks, introspection, dashboard, fetch, logger, company } =
    options;
  const provider = new Provider(issuer, {
    adapter: createAdapter(store),
    jwks,
    fetch,
    cookies: { keys: [...cookieKeys] },
    routes: PATHS,
    clients: fixedClients(introspection, dashboard),
    clientDefaults: { id_token_signed_response_alg: 'ES256', response_modes: ['query'] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientBasedCORS: (_ctx, origin, client) => isOwnOrigin(origin, client),
    responseTypes: ['code'],
    scopes: [...LOGIN_SCOPES],
    pkce: { required: () => true },
    findAccount: async (_ctx, sub) => {
      const user = await findUser(database, Number(sub));
      // Only what the scopes of the request give.
      return (
        user && {
          accountId: sub,
          claims: () => ({ sub, email: user.email, email_verified: user.isVerified }),
        }
      );
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // In the ID token: there is no endpoint to ask for them.
    conformIdTokenClaims: false,
    interactions: { policy: createInteractionPolicy(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: featuresOf(options),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    renderError: renderProviderError,
    ttl: {
      AccessToken: LIFETIMES.accessToken,
      AuthorizationCode: LIFETIMES.authorizationCode,
      Grant: (_ctx, { clientId }) =>
        clientId === DASHBOARD_CLIENT_ID ? LIFETIMES.dashboardGrant : LIFETIMES.grant,
      IdToken: LIFETIMES.idToken,
      Interaction: LIFETIMES.interaction,
      RefreshToken: LIFETIMES.refreshToken,
      Session: LIFETIMES.session,
    },
  });
  // Builds addresses from the issuer, which `providerRoutes` puts into the request.
  provider.proxy = true;
  compareSecretHashes(provider);
  useOwnTokenFormat(provider);
  exchangeForViewTokens(provider, options);
  if (company) acceptAssertions(provider, { ...options, company });
  completeMetadata(provider, company !== undefined);
  provider.on('server_error', (ctx, err) => {
    logger.error({ err, requestId: requestIdOf(ctx.req) }, 'request failed');
    if (!isUnavailable(err)) return;
    ctx.status = 503;
    ctx.set('Retry-After', '1');
  });
  const koa: EventEmitter = provider;
  koa.on('error', (err) => logger.error({ err }, 'request failed'));
  return provider;
}

function featuresOf({ resources, introspection, tokenUses, allowFetch }: ProviderOptions): Features {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      // A view token shares a grant with the token it came from, and must not end it.
      allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId && !isViewToken(token),
    },
    introspection: {
      enabled: true,
      allowedPolicy(_ctx, client, token) {
        const isService = client.clientId === introspection.clientId;
        if (isService && token.kind === 'AccessToken' && token.grantId)
          tokenUses.note({ grantId: token.grantId });
        return isService || client.clientId === token.clientId;
      },
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch,
      // Our fetch decides how long a document is fresh.
      cacheDuration: { min: 0, max: 86_400 },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? resources.default.uri,
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, uri) {
        const resource = resources.find(uri);
        if (!resource) throw new errors.InvalidTarget('unknown resource');
        return resourceServerInfo(resource);
      },
    },
  };
}

function isViewToken(token: { kind: string; gty?: string | undefined }): boolean {
  return token.kind === 'AccessToken' && token.gty === 'view';
}

/** A public client may call the token endpoint from the origin of its redirect URIs. */
function isOwnOrigin(origin: string, { clientAuthMethod, redirectUris = [] }: Client): boolean {
  if (origin === 'null' || clientAuthMethod !== 'none') return false;
  return redirectUris.some((uri) => URL.canParse(uri) && new URL(uri).origin === origin);
}

/** Corrects the metadata: oidc-provider knows neither the scopes of resources nor our own introspection of several tokens. */
function completeMetadata(provider: Provider, hasAssertions: boolean): void {
  provider.use(async (ctx, next) => {
    await next();
    if (!ctx.path.startsWith('/.well-known/') || typeof ctx.body !== 'object') return;
    Object.assign(ctx.body as object, {
      scopes_supported: [...SCOPES, ...LOGIN_SCOPES],
      response_modes_supported: ['query'],
      introspection_batch_size: MAX_TOKENS,
      ...(hasAssertions && { authorization_grant_profiles_supported: [ASSERTION_PROFILE] }),
    });
  });
}
