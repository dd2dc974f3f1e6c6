import { methodNotAllowed, notFound, type Observability } from '@funnel/service';
import type { WorkQueue } from './queue/work-queue.ts';
import { basicLogin } from './queue-page/basic-login.ts';
import { QUEUE_PAGE_PATH, queuePage } from './queue-page/queue-page.ts';
import express, { type Express } from 'express';

export interface AppDependencies {
  observability: Observability;
  /** A page to look at the queue; without a password there is none. */
  queuePage?: { password: string | undefined; queue: () => WorkQueue | undefined };
}

/** The application without a port: `main.ts` listens, tests do not. */
export function createApp({ observability, queuePage: page }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(...observability.middleware);
  for (const [path, endpoint] of Object.entries(observability.endpoints)) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  if (page?.password) {
    const login = basicLogin(page.password);
    const show = queuePage(page.queue);
    app.use(QUEUE_PAGE_PATH, login, (req, res, next) => {
      if (req.method === 'GET' || req.method === 'HEAD') show(req, res, next);
      else methodNotAllowed('GET', 'HEAD')(req, res, next);
    });
  }
  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}
