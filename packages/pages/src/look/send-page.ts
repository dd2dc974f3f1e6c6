import type { IncomingMessage, ServerResponse } from 'node:http';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "script-src 'self'",
].join('; ');
const POLICY_HEADER = 'Content-Security-Policy';

/** Headers of every page: only our own style and scripts are loaded, no framing, no caching. */
export function pageHeaders(_req: IncomingMessage, res: ServerResponse, next?: () => void): void {
  res.setHeader(POLICY_HEADER, POLICY);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cache-Control', 'no-store');
  next?.();
}

/** Lets the scripts of a page ask its own service. */
export function allowRequests(res: ServerResponse): void {
  res.setHeader(POLICY_HEADER, `${policyOf(res)}; connect-src 'self'`);
}

/** Lets the forms of a page lead to another origin of ours. Chromium applies the policy to every redirect after a form. */
export function allowFormTo(res: ServerResponse, address: string): void {
  const policy = policyOf(res).replace("form-action 'self'", `form-action 'self' ${new URL(address).origin}`);
  res.setHeader(POLICY_HEADER, policy);
}

function policyOf(res: ServerResponse): string {
  return String(res.getHeader(POLICY_HEADER) ?? POLICY);
}

export function sendPage(res: ServerResponse, status: number, page: string): void {
  const length = Buffer.byteLength(page);
  res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': length });
  res.end(page);
}
