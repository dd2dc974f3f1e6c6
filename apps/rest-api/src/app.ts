import { createApiReference, overview, PAGE_ASSETS } from '@funnel/pages';
import { methodNotAllowed, notFound, type Observability, securityHeaders, VERSION } from '@funnel/service';
import compression from 'compression';
import express, { type Express } from 'express';
import { browserAccess } from './http/browser-access.ts';
import { API_PATH } from './http/operation-paths.ts';
import { openApiDocument, TITLE } from './openapi/document.ts';
import { SAMPLES } from './openapi/samples.ts';
import { operationRoutes, type RouteDependencies } from './routes.ts';

export interface AppDependencies extends RouteDependencies {
  observability: Observability;
  issuer: string;
  allowedOrigins?: readonly string[];
  trustProxy?: number | string | undefined;
}

/** Measured on the longest response: a third of the time of the default level, for a quarter more bytes. */
const COMPRESSION_LEVEL = 2;

/** Creates the application without a port: `main.ts` listens, tests do not. */
export function createApp(dependencies: AppDependencies): Express {
  const { observability, trustProxy, allowedOrigins = [] } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  app.use(...observability.middleware, securityHeaders);
  for (const [path, endpoint] of Object.entries(observability.endpoints)) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  app.use(compression({ level: COMPRESSION_LEVEL }));
  if (allowedOrigins.length > 0) app.use(browserAccess(allowedOrigins));
  operationRoutes(app, dependencies);
  const reference = createApiReference({
    document: openApiDocument(dependencies.baseUrl),
    tokensUrl: `${dependencies.issuer}/tokens`,
    samples: SAMPLES,
  });
  for (const [path, endpoint] of Object.entries({ ...PAGE_ASSETS, ...reference })) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  app.route('/').get(restOverview(dependencies)).all(methodNotAllowed('GET', 'HEAD'));
  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}

function restOverview({ issuer }: AppDependencies) {
  return overview({
    title: TITLE,
    summary: 'Tells how the funnels of marketing campaigns perform.',
    version: VERSION,
    links: [
      { name: 'reports', text: 'Reports', href: `${API_PATH}/reports/website`, method: 'GET' },
      { name: 'reference', text: 'API reference, to try every report', href: '/docs' },
      { name: 'openapi', text: 'OpenAPI document', href: '/openapi.json' },
      { name: 'tokens', text: 'Create a token', href: `${issuer}/tokens` },
    ],
  });
}
