import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { methodNotAllowed } from '@funnel/service';
import type { Express, RequestHandler } from 'express';
import { DOCS_INITIALIZER, DOCS_PAGE } from './docs-page.ts';

const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

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

/** Serves the API reference; the page loads nothing from other origins. */
export function docsRoutes(app: Express): void {
  const serve = (path: string, handler: RequestHandler) =>
    app.route(path).get(handler).all(methodNotAllowed('GET', 'HEAD'));
  serve('/docs', (_req, res) => {
    res
      .set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Cache-Control': 'no-cache' })
      .type('html')
      .send(DOCS_PAGE);
  });
  serve(
    '/docs/initializer.js',
    (_req, res) => void res.set('Cache-Control', 'no-cache').type('js').send(DOCS_INITIALIZER),
  );
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  for (const name of SWAGGER_UI_FILES) {
    const file = join(folder, name);
    // The path of an installed package may contain a folder that starts with a dot.
    serve(`/docs/${name}`, (_req, res) => res.sendFile(file, { maxAge: '1d', dotfiles: 'allow' }));
  }
}
