export interface Issuer {
  url: URL;
  /** Plain HTTP is for a server on this machine alone: tokens and a client secret travel to it. */
  allowInsecure: boolean;
}

export function parseIssuer(issuer: string): Issuer {
  const url = new URL(issuer);
  const allowInsecure = url.protocol === 'http:' && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !allowInsecure) {
    throw new Error('The issuer must be an https address; http serves only on a loopback address.');
  }
  return { url, allowInsecure };
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
