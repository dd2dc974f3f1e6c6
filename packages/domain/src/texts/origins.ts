export const MAX_EMBED_ORIGINS = 20;

const MAX_LENGTH = 200;
/** Letters, digits and hyphens only: browsers accept more in a host, and a semicolon would end the policy that an origin is written into. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const LOOPBACK = ['localhost', '127.0.0.1'];
/** A domain with a dot that is not an address of numbers. */
const DOMAIN = /\.[a-z0-9-]*[a-z][a-z0-9-]*$/;
const ANY_SUBDOMAIN = 'https://*.';

/**
 * An origin as browsers write it, or undefined if it is not one whose pages may show reports: `https`, or `http` on this machine.
 * `https://*.example.com` stands for all subdomains.
 *
 * @example
 * assert.equal(embedOrigin('https://App.Example.com/'), 'https://app.example.com');
 * assert.equal(embedOrigin('https://*.example.com'), 'https://*.example.com');
 * assert.equal(embedOrigin('http://app.example.com'), undefined);
 * assert.equal(embedOrigin('https://example.com/page'), undefined);
 */
export function embedOrigin(text: string): string | undefined {
  const isWide = text.startsWith(ANY_SUBDOMAIN);
  const plain = isWide ? text.replace('*.', '') : text;
  if (text.length > MAX_LENGTH || /[?#@\s]/.test(plain) || !URL.canParse(plain)) return undefined;
  const { protocol, hostname, pathname, origin } = new URL(plain);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
  if (!isSafe || pathname !== '/' || !HOST.test(hostname)) return undefined;
  if (!isWide) return origin;
  return DOMAIN.test(hostname) ? origin.replace('//', '//*.') : undefined;
}

/**
 * Whether an origin is one of a list that `embedOrigin` made.
 *
 * @example
 * assert.equal(isEmbedOrigin('https://shop.example.com', ['https://*.example.com']), true);
 * assert.equal(isEmbedOrigin('https://example.com', ['https://*.example.com']), false);
 */
export function isEmbedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => {
    const [start = '', end] = one.split('*');
    if (end === undefined) return one === origin;
    return origin.startsWith(start) && origin.endsWith(end) && origin.length > start.length + end.length;
  });
}
