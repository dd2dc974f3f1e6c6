import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Handler } from '@funnel/service';
import { type Response, Router } from 'express';

const STYLESHEET_PATH = '/assets/style.css';
const stylesheet = readFileSync(new URL('../../assets/style.css', import.meta.url), 'utf8');
const stylesheetVersion = createHash('sha256').update(stylesheet).digest('base64url').slice(0, 12);

/** The address of the stylesheet. It changes with the content, so browsers can cache it forever. */
export const STYLESHEET_URL = `${STYLESHEET_PATH}?v=${stylesheetVersion}`;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  // Forms that lead to a client go through `continuePage`.
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Headers of every page: only our stylesheet is loaded, no script runs, no framing, no caching. */
export const securityHeaders: Handler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cache-Control', 'no-store');
  next();
};

/** Sends a page with a status. */
export function sendPage(res: Response, status: number, page: string): void {
  res.status(status).type('html').send(page);
}

/** Serves the stylesheet. */
export function assetRoutes(): Router {
  return Router().get(STYLESHEET_PATH, (_req, res) => {
    res
      .type('css')
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .set('X-Content-Type-Options', 'nosniff')
      .send(stylesheet);
  });
}
