import createOpenApiClient, { type Client } from 'openapi-fetch';
import { type RetryOptions, withRetries } from './retries.ts';
import type { paths } from './schema.ts';

/** Where the API is, and with which token it is called. */
export interface ClientOptions extends RetryOptions {
  /** The address of the service, without `/api/v1`. */
  baseUrl: string;
  /** An access token, or a function that returns a current one. It is called for every request. */
  token: string | (() => string | Promise<string>);
  /** Whether a parameter that the service does not know is an error (422 `unknown_parameter`). True by default. */
  strict?: boolean;
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** The client: `GET`, `POST` and `DELETE`, with the paths, parameters and answers of the API. */
export type FunnelClient = Client<paths>;

/** What is not part of v1 is beside it. */
const BEYOND_V1 = '/beyond-v1/';

function beyondV1(url: string): string {
  return url.replace(`/api/v1${BEYOND_V1}`, `/api${BEYOND_V1}`);
}

/**
 * Creates a client. Requests that are refused with 429 or 503 are repeated when the service says so.
 * @example
 * const client = createClient({ baseUrl, token });
 * const { data } = await client.GET('/reports/website', { params: { query: { website_id: 11 } } });
 * assert.equal(data?.website.name, 'shop.oak.example');
 * assert.equal(typeof data?.data.metrics.views, 'number');
 */
export function createClient({
  baseUrl,
  token,
  strict = true,
  fetch,
  ...retries
}: ClientOptions): FunnelClient {
  const client = createOpenApiClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
    fetch: withRetries(fetch ?? ((request) => globalThis.fetch(request)), retries),
  });
  client.use({
    async onRequest({ request: asked, schemaPath }) {
      const request = schemaPath.startsWith(BEYOND_V1) ? new Request(beyondV1(asked.url), asked) : asked;
      request.headers.set('Authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
      if (strict && !request.headers.has('Prefer')) request.headers.set('Prefer', 'handling=strict');
      return request;
    },
  });
  return client;
}
