import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

interface HttpResponse {
  status: number;
  body: string;
}

/** Outgoing requests. Tests replace it. */
export interface Network {
  /** Resolves a host name to all its addresses. */
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

/** The real network. */
export const network: Network = {
  async resolve(host) {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  },

  get(url, addresses, signal) {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
    return new Promise((resolve, reject) => {
      const outgoing = request(url, {
        agent: false,
        headers: { accept: 'application/json' },
        signal,
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
          if (size <= BODY_LIMIT_BYTES) return;
          reject(new Error('The document is too large.'));
          outgoing.destroy();
        });
        response.once('error', reject);
        response.once('close', () => reject(new Error('The document is incomplete.')));
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        });
      });
      outgoing.end();
    });
  },
};
