import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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

/** A text that stays the same as long as the process runs. */
function constant(type: string, text: string, headers: Record<string, string> = {}): Handler {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  return (req, res) => {
    const isKnown = req.headers['if-none-match'] === tag;
    res.writeHead(isKnown ? 304 : 200, {
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      ETag: tag,
      ...headers,
    });
    res.end(isKnown ? undefined : text);
  };
}
