import { createApiReference, overview, PAGE_ASSETS } from '@funnel/pages';
import {
  methodNotAllowed,
  notFound,
  type Observability,
  type Registry,
  securityHeaders,
  VERSION,
} from '@funnel/service';
import compression from 'compression';
import express, { type Express } from 'express';
import { type PutCatalogDependencies, putCatalog } from './catalog/put-catalog.ts';
import { createEventCounter } from './events/count-events.ts';
import { type PostEventsDependencies, postEvents } from './events/post-events.ts';
import { openApiDocument, TITLE } from './openapi/document.ts';
import { PATHS } from './openapi/operations.ts';

export interface AppDependencies extends Omit<PostEventsDependencies, 'countEvents'>, PutCatalogDependencies {
  observability: Observability;
  registry: Registry;
  /** The address of this service as clients know it. */
  baseUrl: string;
  issuer: string;
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

  const document = openApiDocument(dependencies.baseUrl);
  const pages = {
    '/': intakeOverview(dependencies),
    ...PAGE_ASSETS,
    ...createApiReference({ document, tokensUrl: `${dependencies.issuer}/tokens`, samples: [] }),
  };
  for (const [path, endpoint] of Object.entries({ ...observability.endpoints, ...pages })) {
    app.route(path).get(compress, endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}

const compress = compression();

function intakeOverview({ issuer }: AppDependencies) {
  return overview({
    title: TITLE,
    summary:
      'Takes the events and the catalog of websites. An event that was answered with 200 is in the next report.',
    version: VERSION,
    links: [
      { name: 'events', text: 'Send events', href: PATHS.events, method: 'POST' },
      { name: 'catalog', text: 'Send the catalog', href: PATHS.catalog, method: 'PUT' },
      { name: 'reference', text: 'API reference', href: '/docs' },
      { name: 'openapi', text: 'OpenAPI document', href: '/openapi.json' },
      { name: 'tokens', text: 'Create a token', href: `${issuer}/tokens` },
    ],
  });
}
