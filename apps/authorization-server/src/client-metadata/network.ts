import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';

interface Fetched {
  status: number;
  body: string;
}

/** The way out. Tests put their own in its place. */
export interface Network {
  /** Every address of a host name. */
  resolve(host: string): Promise<string[]>;
  /** Asks one of these addresses and no other; follows no redirect. */
  get(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<Fetched>;
}

const BODY_LIMIT_BYTES = 16 * 1024;

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
        // The name was resolved and checked; resolving it again might give something else.
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
        response.once('close', () => reject(new Error('The document ended early.')));
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        });
      });
      outgoing.end();
    });
  },
};
