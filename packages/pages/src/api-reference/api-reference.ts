import { constant } from '../constant.ts';
import type { PageHandler } from '../handler.ts';
import { fileEndpoints } from '../look/page-file.ts';
import { REFERENCE_FILES, referencePage, type ReferenceOptions } from './reference-page.ts';
import { shareRepeated } from './share-repeated.ts';

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
export function createApiReference(options: ReferenceOptions): Readonly<Record<string, PageHandler>> {
  return {
    '/openapi.json': constant('json', JSON.stringify(shareRepeated(options.document))),
    '/docs': constant('html', referencePage(options), {
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    }),
    ...fileEndpoints(REFERENCE_FILES),
  };
}
