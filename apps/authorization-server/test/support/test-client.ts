import type { Choice } from '@funnel/testing';
import * as oauth from 'oauth4webapi';

/** The redirect address of the test client. */
export const REDIRECT_URI = 'http://127.0.0.1:45999/callback';
const insecure = { [oauth.allowInsecureRequests]: true };

/** The tokens of a response. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  response: oauth.TokenEndpointResponse;
}

interface AuthorizeOptions {
  resource?: string | undefined;
  scope?: string;
  parameters?: Record<string, string>;
}

/** A client built on oauth4webapi, which checks `iss`, `state` and PKCE. */
export class TestClient {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly secret: string;
  readonly authentication: oauth.ClientAuth;
  readonly visitor: PersonVisitor;

  private constructor(server: oauth.AuthorizationServer, client: oauth.Client) {
    this.server = server;
    this.client = client;
    this.secret = typeof client['client_secret'] === 'string' ? client['client_secret'] : '';
    this.authentication = this.secret ? oauth.ClientSecretBasic(this.secret) : oauth.None();
    this.visitor = new PersonVisitor(server.issuer);
  }

  static async register(issuer: string, metadata: Record<string, unknown> = {}): Promise<TestClient> {
    const server = await discover(issuer);
    const response = await oauth.dynamicClientRegistrationRequest(
      server,
      {
        client_name: 'Desk Assistant',
        redirect_uris: [REDIRECT_URI],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        ...metadata,
      },
      insecure,
    );
    return new TestClient(server, await oauth.processDynamicClientRegistrationResponse(response));
  }

  static async known(issuer: string, clientId: string): Promise<TestClient> {
    return new TestClient(await discover(issuer), { client_id: clientId });
  }

  authorizationUrl(challenge: string, options: AuthorizeOptions = {}): URL {
    const { resource = RESOURCES.mcp, scope = 'reports', parameters = {} } = options;
    const url = new URL(this.server.authorization_endpoint ?? '');
    const all = {
      client_id: this.client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'the-state',
      scope,
      resource,
      ...parameters,
    };
    for (const [name, value] of Object.entries(all)) if (value) url.searchParams.set(name, value);
    return url;
  }

  /** Gets a code through login and consent. */
  async authorize(
    choice: Choice,
    options: AuthorizeOptions = {},
  ): Promise<{ answer: URL; verifier: string }> {
    const verifier = oauth.generateRandomCodeVerifier();
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const answer = await this.visitor.authorize(this.authorizationUrl(challenge, options), choice);
    return { answer, verifier };
  }

  exchange(answer: URL, verifier: string): Promise<Response> {
    const parameters = oauth.validateAuthResponse(this.server, this.client, answer, 'the-state');
    return oauth.authorizationCodeGrantRequest(
      this.server,
      this.client,
      this.authentication,
      parameters,
      REDIRECT_URI,
      verifier,
      insecure,
    );
  }

  /** Gets tokens through login, consent and code exchange. */
  async obtainTokens(choice: Choice, options: AuthorizeOptions = {}): Promise<Tokens> {
    const { answer, verifier } = await this.authorize(choice, options);
    return this.readTokens(await this.exchange(answer, verifier));
  }

  async readTokens(answer: Response): Promise<Tokens> {
    const response = await oauth.processAuthorizationCodeResponse(this.server, this.client, answer);
    return { accessToken: response.access_token, refreshToken: response.refresh_token ?? '', response };
  }

  refresh(refreshToken: string): Promise<Response> {
    return oauth.refreshTokenGrantRequest(
      this.server,
      this.client,
      this.authentication,
      refreshToken,
      insecure,
    );
  }

  async refreshed(refreshToken: string): Promise<Tokens> {
    const answer = await this.refresh(refreshToken);
    const response = await oauth.processRefreshTokenResponse(this.server, this.client, answer);
    return { accessToken: response.access_token, refreshToken: response.refresh_token ?? '', response };
  }

  async revoke(token: string): Promise<void> {
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(this.server, this.client, this.authentication, token, insecure),
    );
  }

  /** Introspects a token as this client. */
  async introspect(token: string): Promise<oauth.IntrospectionResponse> {
    return introspectAs(this.server, this.client, this.authentication, token);
  }
}

/** Introspects a token as a resource server. */
export async function introspect(issuer: string, token: string): Promise<oauth.IntrospectionResponse> {
  const { clientId, clientSecret } = INTROSPECTION;
  const server = await discover(issuer);
  return introspectAs(server, { client_id: clientId }, oauth.ClientSecretBasic(clientSecret), token);
}

async function introspectAs(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  authentication: oauth.ClientAuth,
  token: string,
): Promise<oauth.IntrospectionResponse> {
  const response = await oauth.introspectionRequest(server, client, authentication, token, insecure);
  return oauth.processIntrospectionResponse(server, client, response);
}

async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(url, response);
}
import { INTROSPECTION, PersonVisitor, RESOURCES } from '@funnel/fixtures';
