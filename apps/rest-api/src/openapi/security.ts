import type { Scope } from '@funnel/domain';

/** A token with the scope, or the legacy key, which no scope restricts. */
export function securityOf(scope: Scope) {
  return [{ bearer: [scope] }, { apiKey: [] }];
}

export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An OAuth 2.1 access token with the scope that the operation names, bound to the websites that were chosen when it was authorized. Writing does not imply reading.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'Legacy: `api_key=KEY`, the whole value of the header. Accepted until the website has its first OAuth token; not restricted by scopes.',
  },
};
