import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';

type Information = NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>;
type Tokens = NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>;

export const CALLBACK = 'http://127.0.0.1:34567/callback';

/** What the SDK asks of an application: a place for its client, tokens and verifier, and a browser. */
export class OAuthApplication implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: 'SDK client',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'none',
  };
  /** Where the browser was sent. */
  opened: URL | undefined;
  #client: Information | undefined;
  #tokens: Tokens | undefined;
  #verifier = '';

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
  redirectToAuthorization(url: URL) {
    this.opened = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
}
