import type { Response } from 'express';

/** Headers of a page inside of other websites: only our own files, and only where it may be shown. Nothing is kept. */
export function setFrameHeaders(res: Response, ancestors: readonly string[]): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ];
  res.setHeader('Content-Security-Policy', policy.join('; '));
  if (ancestors.length === 0) res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  // For pages that load nothing unless it says that it may be loaded.
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  res.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Vary', 'Referer');
}
