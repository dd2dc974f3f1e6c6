import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Handler } from '@funnel/service';
import { type Response, Router } from 'express';

interface Asset {
  path: string;
  type: 'css' | 'js';
  content: string;
  /** Changes with the content, so browsers can cache it forever. */
  url: string;
}

const stylesheet = readAsset('style.css', 'css');
const copyScript = readAsset('copy.js', 'js');
const searchScript = readAsset('website-search.js', 'js');
const passkeyScript = readAsset('passkey.js', 'js');

/** The address of the stylesheet. */
export const STYLESHEET_URL = stylesheet.url;
/** The address of the script behind the copy buttons. A page that loads it needs `allowScript`. */
export const COPY_SCRIPT_URL = copyScript.url;
/** The address of the script that searches a long list of websites. A page that loads it needs `allowScript`. */
export const SEARCH_SCRIPT_URL = searchScript.url;

/** The address of the script that asks the browser for a passkey. A page that loads it needs `allowScript`. */
export const PASSKEY_SCRIPT_URL = passkeyScript.url;

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

/** Lets a page load our own script: only the pages with something to copy, a long list or a passkey. Everything else works
 * without it. */
export function allowScript(res: Response): void {
  res.setHeader('Content-Security-Policy', `${policyOf(res)}; script-src 'self'`);
}

/** Lets the forms of a page lead to another origin of ours. Chromium applies the policy to every redirect after a form. */
export function allowFormTo(res: Response, address: string): void {
  const policy = policyOf(res).replace("form-action 'self'", `form-action 'self' ${new URL(address).origin}`);
  res.setHeader('Content-Security-Policy', policy);
}

function policyOf(res: Response): string {
  return String(res.getHeader('Content-Security-Policy') ?? CONTENT_SECURITY_POLICY);
}

/** Sends a page with a status. */
export function sendPage(res: Response, status: number, page: string): void {
  res.status(status).type('html').send(page);
}

/** Serves the stylesheet and the scripts. */
export function assetRoutes(): Router {
  const router = Router();
  for (const { path, type, content } of [stylesheet, copyScript, searchScript, passkeyScript]) {
    router.get(path, (_req, res) => {
      res
        .type(type)
        .set('Cache-Control', 'public, max-age=31536000, immutable')
        .set('X-Content-Type-Options', 'nosniff')
        .send(content);
    });
  }
  return router;
}

function readAsset(name: string, type: Asset['type']): Asset {
  const content = readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  const path = `/assets/${name}`;
  return { path, type, content, url: `${path}?v=${version}` };
}
