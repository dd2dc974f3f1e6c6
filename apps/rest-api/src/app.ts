import {
  createApiReference,
  methodNotAllowed,
  notFound,
  type Observability,
  securityHeaders,
} from '@funnel/service';
import compression from 'compression';
import express, { type Express } from 'express';
import { openApiDocument, TITLE } from './openapi/document.ts';
import { operationRoutes, type RouteDependencies } from './routes.ts';

/** What the application is made from. */
export interface AppDependencies extends RouteDependencies {
  observability: Observability;
  /** The number of proxies in front, or their addresses. */
  trustProxy?: number | string | undefined;
}

/** Measured on the longest response: a third of the time of the default level, for a quarter more bytes. */
const COMPRESSION_LEVEL = 2;

/** Creates the application without a port: `main.ts` listens, tests do not. */
export function createApp(dependencies: AppDependencies): Express {
  const { observability, trustProxy } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  app.use(...observability.middleware, securityHeaders);
  for (const [path, endpoint] of Object.entries(observability.endpoints)) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  app.use(compression({ level: COMPRESSION_LEVEL }));
  operationRoutes(app, dependencies);
  const reference = createApiReference({ title: TITLE, document: openApiDocument() });
  for (const [path, endpoint] of Object.entries(reference)) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}
