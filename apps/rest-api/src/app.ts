import type { Database } from '@funnel/db';
import { type Clock, methodNotAllowed, notFound, type Observability } from '@funnel/service';
import type { Admission } from './admit.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { openApiDocument } from './openapi/document.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { resourceRoutes } from './resources/resource-routes.ts';
import { securityHeaders } from './security-headers.ts';
import compression from 'compression';
import express, { type Express } from 'express';

export interface AppDependencies extends Admission {
  observability: Observability;
  database: Database;
  /** Of the windows: `NOW` pins it. */
  clock: Clock;
  /** Decrypts the websites' keys. */
  encryptionKey: Uint8Array;
  /** How clients reach this service: links between pages begin with it. */
  baseUrl: string;
  /** The number of proxies in front, or their addresses. */
  trustProxy?: number | string | undefined;
}

/** Measured on the longest answer: a third of the default level's time for a quarter more bytes. */
const COMPRESSION_LEVEL = 2;

/** The application without a port: `main.ts` listens, tests do not. */
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
  reportRoutes(app, dependencies);
  resourceRoutes(app, dependencies);
  const document = openApiDocument();
  app
    .route('/openapi.json')
    .get((_req, res) => void res.set('Cache-Control', 'no-cache').json(document))
    .all(methodNotAllowed('GET', 'HEAD'));
  docsRoutes(app);

  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}
