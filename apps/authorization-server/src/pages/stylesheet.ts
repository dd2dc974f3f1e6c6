import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Router } from 'express';

const PATH = '/assets/style.css';
const text = readFileSync(new URL('../../assets/style.css', import.meta.url), 'utf8');
const version = createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** Changes with the content, so browsers may keep it for good. */
export const STYLESHEET_URL = `${PATH}?v=${version}`;

export function assetRoutes(): Router {
  return Router().get(PATH, (_req, res) => {
    res
      .type('css')
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .set('X-Content-Type-Options', 'nosniff')
      .send(text);
  });
}
