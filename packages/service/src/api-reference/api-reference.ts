import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Handler, Next } from '../handler.ts';
import { REFERENCE_INITIALIZER, referencePage } from './reference-page.ts';

/** Options of `createApiReference`. */
export interface ApiReferenceOptions {
  /** The name of the API. */
  title: string;
  /** The OpenAPI document. */
  document: object;
}

/** The media types of the files of Swagger UI. */
const SWAGGER_UI_FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

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
export function createApiReference({
  title,
  document,
}: ApiReferenceOptions): Readonly<Record<string, Handler>> {
  return {
    '/openapi.json': constant('application/json; charset=utf-8', JSON.stringify(document)),
    '/docs': constant('text/html; charset=utf-8', referencePage(title), {
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    }),
    '/docs/initializer.js': constant('text/javascript; charset=utf-8', REFERENCE_INITIALIZER),
    ...Object.fromEntries(
      Object.entries(SWAGGER_UI_FILES).map(([name, type]) => [`/docs/${name}`, file(name, type)]),
    ),
  };
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

function file(name: string, type: string): Handler {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  async function send(res: ServerResponse, next: Next): Promise<void> {
    try {
      const content = await readFile(join(folder, name));
      res.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' }).end(content);
    } catch (error) {
      next(error);
    }
  }
  return (_req, res, next) => void send(res, next);
}
