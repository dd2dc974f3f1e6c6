import { methodNotAllowed } from '@funnel/service';
import type { Express } from 'express';
import { SCOPE } from './authenticate.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** The tools, as clients know them, and who gives tokens for them. */
export interface Resource {
  resource: string;
  issuer: string;
}

/** The address of the metadata. RFC 9728, section 3.1: the well-known name goes before the path of the resource. */
export function metadataUrlOf(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}`;
}

/** Serves the metadata at the well-known path, and below it with the path of the resource, which clients try first. */
export function metadataRoutes(app: Express, { resource, issuer }: Resource): void {
  const document = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Funnel reports',
  };
  const paths = new Set([WELL_KNOWN, `${WELL_KNOWN}/mcp`, new URL(metadataUrlOf(resource)).pathname]);
  for (const path of paths) {
    app
      .route(path)
      .all((_req, res, next) => {
        res.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' });
        next();
      })
      .get((_req, res) => void res.set('Cache-Control', 'public, max-age=3600').json(document))
      .options((_req, res) => void res.status(204).set('Access-Control-Allow-Methods', 'GET').end())
      .all(methodNotAllowed('GET', 'HEAD', 'OPTIONS'));
  }
}
