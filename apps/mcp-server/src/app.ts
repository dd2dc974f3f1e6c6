import { methodNotAllowed, notFound, type Operations } from '@funnel/service';
import express, { type Express } from 'express';

export interface AppDependencies {
  operations: Operations;
}

/** The application without a port: `main.ts` listens, tests do not. */
export function createApp({ operations }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(...operations.observe);
  for (const [path, endpoint] of Object.entries(operations.endpoints)) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  app.use(notFound);
  app.use(operations.errorHandler);
  return app;
}
