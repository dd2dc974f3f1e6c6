import { Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
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
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: { ...headers, ...length }, agent };
    const outgoing = httpRequest({ ...options, timeout: TIMEOUT_MS }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const decode = DECODERS[received['content-encoding'] ?? ''];
      buffer(response)
        .then((raw) => (decode && raw.length > 0 ? decode(raw) : raw).toString('utf8'))
        .then((text) => resolve({ status, headers: received, text }))
        .catch(reject);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The request as a command for a shell. A body that is no plain text is piped in, decoded from base64. */
export function curlOf(origin: string, { method, path, headers, body }: FuzzRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const isText = body && /^[\x20-\x7e\n]*$/.test(body.toString('latin1'));
  const data = body ? [`--data-binary ${isText ? quote(body.toString()) : '@-'}`] : [];
  const pipe = body && !isText ? `echo ${body.toString('base64')} | base64 -d | ` : '';
  const call = ['curl -i --path-as-is -X', method, ...lines, ...data, quote(`${origin}${path}`)];
  return `${pipe}${call.join(' ')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
