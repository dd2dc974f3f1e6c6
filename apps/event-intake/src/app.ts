import {
  createApiReference,
  methodNotAllowed,
  notFound,
  type Observability,
  type Registry,
  securityHeaders,
  VERSION,
} from '@funnel/service';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { type PutCatalogDependencies, putCatalog } from './catalog/put-catalog.ts';
import { createEventCounter } from './events/count-events.ts';
import { type PostEventsDependencies, postEvents } from './events/post-events.ts';
import { openApiDocument, TITLE } from './openapi/document.ts';
import { PATHS } from './openapi/operations.ts';

/** What the application is made from. */
export interface AppDependencies extends Omit<PostEventsDependencies, 'countEvents'>, PutCatalogDependencies {
  observability: Observability;
  registry: Registry;
  /** The number of proxies in front, or their addresses. */
  trustProxy?: number | string | undefined;
}

/** Creates the application without a port: `main.ts` listens, tests do not. */
export function createApp(dependencies: AppDependencies): Express {
  const { observability, registry, trustProxy } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  // Clients never revalidate, so skip ETags.
  app.disable('etag');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  app.use(...observability.middleware, securityHeaders);
  const countEvents = createEventCounter(registry);
  app
    .route(PATHS.events)
    .post(postEvents({ ...dependencies, countEvents }))
    .all(methodNotAllowed('POST'));
  app.route(PATHS.catalog).put(putCatalog(dependencies)).all(methodNotAllowed('PUT'));

  const pages = { '/': overview, ...createApiReference({ title: TITLE, document: openApiDocument() }) };
  for (const [path, endpoint] of Object.entries({ ...observability.endpoints, ...pages })) {
    app.route(path).get(compress, endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}

const compress = compression();

/** The answer of `/`: the paths of this service, for a person who opens its address in a browser. */
const overview: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-cache').json({
    name: TITLE,
    version: VERSION,
    events: `POST ${PATHS.events}`,
    catalog: `PUT ${PATHS.catalog}`,
    reference: '/docs',
    openapi: '/openapi.json',
  });
};
