import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PageHandler } from './handler.ts';

/** Half as large as with gzip, and made within milliseconds. */
const BROTLI_QUALITY = 6;
const TYPES = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
};

/** A text that stays the same as long as the process runs: it is compressed once, however many ask for it. */
export function constant(
  type: keyof typeof TYPES,
  text: string,
  headers: Record<string, string> = {},
): PageHandler {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  const bodies: Readonly<Record<string, Buffer>> = {
    br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    gzip: gzipSync(text),
    identity: Buffer.from(text),
  };
  return (req, res) => {
    const isKnown = req.headers['if-none-match'] === tag;
    const encoding = acceptedEncoding(req, Object.keys(bodies));
    res.writeHead(isKnown ? 304 : 200, {
      'Content-Type': TYPES[type],
      'Cache-Control': 'no-cache',
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      ...headers,
    });
    res.end(isKnown || req.method === 'HEAD' ? undefined : bodies[encoding]);
  };
}

/** Express knows what a client accepts. */
function acceptedEncoding(req: IncomingMessage, offered: string[]): string {
  const { acceptsEncodings } = req as { acceptsEncodings?: (offered: string[]) => string | false };
  return acceptsEncodings?.call(req, offered) || 'identity';
}
