import type { Database } from '@funnel/db';
import { type Clock, type Logger, methodNotAllowed, notFound, type Observability } from '@funnel/service';
import { type Admission, authentication } from './http/authentication.ts';
import { browserAccess } from './http/browser-access.ts';
import { jsonRpcErrors, readMessage } from './http/message.ts';
import { metadataRoutes } from './http/resource-metadata.ts';
import { answerLegacy } from './protocol/legacy/answer-legacy.ts';
import { answerToolsList } from './protocol/legacy/prebuilt-list.ts';
import { answerModern } from './protocol/modern/answer-modern.ts';
import express, { type Express, type RequestHandler } from 'express';

export interface AppDependencies extends Admission {
  observability: Observability;
  database: Database;
  /** Of the windows: `NOW` pins it. */
  clock: Clock;
  logger: Logger;
  /** The address of `/mcp` as clients know it: the audience of its tokens. */
  resource: string;
  issuer: string;
  /** Beside those of the resource and the loopback ones. */
  allowedHosts?: readonly string[];
  allowedOrigins?: readonly string[];
  /** The number of proxies in front, or their addresses. */
  trustProxy?: number | string | undefined;
}

/** The application without a port: `main.ts` listens, tests do not. */
export function createApp(dependencies: AppDependencies): Express {
  const { observability, trustProxy } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  // Nothing here is asked for again with a condition: a hash of every answer would be for nobody.
  app.disable('etag');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  app.use(...observability.middleware, noSniffing);
  app
    .route('/mcp')
    .all(browserAccess(dependencies))
    // Who asks is known before anything of the body is read.
    .post(authentication(dependencies), readMessage, jsonRpcErrors)
    .post(answerModern(dependencies), answerToolsList, answerLegacy(dependencies))
    .all(methodNotAllowed('POST', 'OPTIONS'));

  metadataRoutes(app, dependencies);
  for (const [path, endpoint] of Object.entries(observability.endpoints)) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}

/** Whatever is answered is JSON: no browser is to guess otherwise. */
const noSniffing: RequestHandler = (_req, res, next) => {
  res.set('X-Content-Type-Options', 'nosniff');
  next();
};
