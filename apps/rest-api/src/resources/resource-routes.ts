import type { Database } from '@funnel/db';
import { RESOURCES, type Resource, runResource } from '@funnel/operations';
import { type Clock, methodNotAllowed } from '@funnel/service';
import type { Express, RequestHandler } from 'express';
import { type Admission, admit } from '../admit.ts';
import { decodeQuery } from '../reports/query.ts';
import { API_PATH } from '../reports/report-routes.ts';
import { pageLinks } from './page-links.ts';
import { readJson } from './read-json.ts';

export interface ResourceDependencies extends Admission {
  database: Database;
  clock: Clock;
  /** Decrypts the websites' keys. */
  encryptionKey: Uint8Array;
  /** How clients reach this service: links between pages begin with it. */
  baseUrl: string;
}

export function resourceRoutes(app: Express, dependencies: ResourceDependencies): void {
  for (const path of new Set(RESOURCES.map((resource) => resource.path))) {
    const resources = RESOURCES.filter((resource) => resource.path === path);
    const route = app.route(`${API_PATH}${path}`);
    for (const resource of resources) {
      const method = resource.method.toLowerCase() as 'get' | 'post' | 'delete';
      route[method](answer(resource, dependencies));
    }
    const methods = resources.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    route.all(methodNotAllowed(...methods));
  }
}

function answer(resource: Resource, dependencies: ResourceDependencies): RequestHandler {
  const { database, clock, encryptionKey, baseUrl } = dependencies;
  return async (req, res) => {
    const principal = await admit(req, res, dependencies);
    const raw = decodeQuery(req.url);
    const { status, body, pages } = await runResource(resource, {
      database,
      principal,
      raw,
      readBody: () => readJson(req, res),
      now: clock(),
      encryptionKey,
    });
    if (pages) {
      // Not of the request's own target: its host and prefix are what a proxy or a caller made of them.
      const url = new URL(`${baseUrl}${API_PATH}${resource.path}`);
      url.search = req.url.replace(/^[^?]*/, '');
      res.set({ Link: pageLinks(url, pages), 'X-Total-Count': String(pages.total) });
    }
    // Personal data and secrets: nobody keeps a copy on the way.
    res.status(status).set('Cache-Control', 'private, no-store').json(body);
  };
}
