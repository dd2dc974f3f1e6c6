import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface HttpResponse {
  status: number;
  type?: string;
  /** When to come back, as it says. */
  retryAfter?: string | undefined;
  body: string;
}

/** Outgoing requests. Tests replace it. */
export interface Network {
  resolve(host: string): Promise<string[]>;
  /** Connects only to one of these addresses and does not follow redirects. */
  get(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<HttpResponse>;
}

const BODY_LIMIT_BYTES = 16 * 1024;
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is on the public internet: not this host, not a private network, not mapped to either. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST_V6);
}

export const network: Network = {
  async resolve(host) {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  },

  get: (url, addresses, signal) =>
    send(url, addresses, { headers: { accept: 'application/json' }, signal, maxBytes: BODY_LIMIT_BYTES }),
};

export interface OutgoingRequest {
  method?: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal | undefined;
  /** A longer response is an error. */
  maxBytes: number;
}

/** Sends a request to one of these addresses, whatever the host resolves to now. Does not follow redirects. */
export function send(
  url: URL,
  addresses: readonly string[],
  { method = 'GET', headers, body, signal, maxBytes }: OutgoingRequest,
): Promise<HttpResponse> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      agent: false,
      method,
      headers,
      ...(signal && { signal }),
      // The name was resolved and checked before; a second look-up could give another address.
      lookup: (_host, { all }, done) => {
        const [first] = pinned;
        if (all) done(null, pinned);
        else done(null, first?.address ?? '', first?.family);
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= maxBytes) return;
        reject(new Error('The document is too large.'));
        outgoing.destroy();
      });
      response.once('error', reject);
      response.once('close', () => reject(new Error('The document is incomplete.')));
      response.once('end', () => {
        const {
          statusCode = 0,
          headers: { 'content-type': type = '', 'retry-after': retryAfter },
        } = response;
        resolve({ status: statusCode, type, retryAfter, body: Buffer.concat(chunks).toString('utf8') });
      });
    });
    outgoing.end(body);
  });
}
