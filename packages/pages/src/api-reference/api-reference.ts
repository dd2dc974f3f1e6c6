import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Handler, shareRepeated } from '@funnel/service';
import { referencePage, type ReferenceOptions } from './reference-page.ts';

/** Allows only files from this origin, and no inline scripts or styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The OpenAPI document and its page, as GET endpoints by path. The page loads nothing from other origins. */
export function createApiReference(options: ReferenceOptions): Readonly<Record<string, Handler>> {
  return {
    '/openapi.json': constant(
      'application/json; charset=utf-8',
      JSON.stringify(shareRepeated(options.document)),
    ),
    '/docs': constant('text/html; charset=utf-8', referencePage(options), {
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    }),
    '/docs/reference.css': constant('text/css; charset=utf-8', asset('reference.css')),
    '/docs/reference.js': constant('text/javascript; charset=utf-8', asset('reference.js')),
  };
}

function asset(name: string): string {
  return readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');
}

/** A text that stays the same as long as the process runs: it is compressed once, however many ask for it. */
function constant(type: string, text: string, headers: Record<string, string> = {}): Handler {
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
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      ...headers,
    });
    res.end(isKnown || req.method === 'HEAD' ? undefined : bodies[encoding]);
  };
}

/** Half as large as with gzip, and made within milliseconds. */
const BROTLI_QUALITY = 6;

/** Express knows what a client accepts. */
function acceptedEncoding(req: IncomingMessage, offered: string[]): string {
  const { acceptsEncodings } = req as { acceptsEncodings?: (offered: string[]) => string | false };
  return acceptsEncodings?.call(req, offered) || 'identity';
}
