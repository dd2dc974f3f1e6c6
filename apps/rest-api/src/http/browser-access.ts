import cors from 'cors';
import type { RequestHandler } from 'express';

/** What a page may read beside the body. */
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Counting-Method',
  'Data-Recorded-At',
  'ETag',
  'Funnel-Notes',
  'Last-Bucket',
  'Link',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Total-Count',
];
const MAX_AGE_SECONDS = 7200;

/** Lets the pages of these origins call the API (CORS). Access is by token, never by cookie. */
export function browserAccess(allowedOrigins: readonly string[]): RequestHandler {
  return cors({
    origin: [...allowedOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'Prefer', 'X-Request-Id'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: MAX_AGE_SECONDS,
  });
}
