export const textHeader = (description: string, more: object = {}) => ({
  description,
  schema: { type: 'string', ...more },
});

/** The response headers that every API of ours has, for the components of an OpenAPI document. */
export const COMMON_HEADERS = {
  RateLimit: textHeader('What is left: `r` requests of the credential in the next `t` seconds.', {
    examples: ['"per-minute";r=599;t=60'],
  }),
  'RateLimit-Policy': textHeader('The limit: `q` requests per credential in `w` seconds.', {
    examples: ['"per-minute";q=600;w=60'],
  }),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'X-Request-Id': textHeader('Identifies the request in logs and problems.'),
  'WWW-Authenticate': textHeader('RFC 6750: what is wrong with the credential.'),
};

export function headerReferences(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
