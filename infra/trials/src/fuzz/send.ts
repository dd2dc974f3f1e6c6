import { Agent, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Answer, FuzzRequest } from './request.ts';

const TIMEOUT_MS = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Sends a request as it is: unlike fetch, it changes neither the path nor the headers. */
export function send(origin: string, request: FuzzRequest): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const { method, path, headers, body } = request;
  const length = body ? { 'content-length': String(body.length) } : {};
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: { ...headers, ...length }, agent };
    const outgoing = httpRequest({ ...options, timeout: TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const decode = DECODERS[response.headers['content-encoding'] ?? ''];
        const raw = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: (decode && raw.length > 0 ? decode(raw) : raw).toString('utf8'),
          ms: performance.now() - started,
        });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
