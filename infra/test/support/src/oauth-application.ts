import { randomUUID } from 'node:crypto';
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';

type Information = NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>;
type Tokens = NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>;

/** Never opened: the visitor stops before the redirect back. */
const CALLBACK = 'http://127.0.0.1:34567/callback';

/** What both MCP SDKs require of an application: storage for its client, tokens and verifier, and a browser. */
export class OAuthApplication implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: 'SDK client',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  /** The address that the browser was sent to. */
  opened: URL | undefined;
  readonly #state = randomUUID();
  #client: Information | undefined;
  #tokens: Tokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  state() {
    return this.#state;
  }
  clientInformation() {
    return this.#client;
  }
  saveClientInformation(client: Information) {
    this.#client = client;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: Tokens) {
    this.#tokens = tokens;
  }
  /** Prevents the SDK from refreshing the tokens. */
  forgetRefreshToken() {
    if (this.#tokens) delete this.#tokens.refresh_token;
  }
  redirectToAuthorization(url: URL) {
    this.opened = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  saveDiscoveryState(discovery: OAuthDiscoveryState) {
    this.#discovery = discovery;
  }
  discoveryState() {
    return this.#discovery;
  }
  /** Called by the SDK for what the authorization server no longer accepts. */
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') {
    if (scope === 'all' || scope === 'client') this.#client = undefined;
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined;
  }
}
