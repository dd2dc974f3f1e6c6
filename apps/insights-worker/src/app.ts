import { overview, PAGE_ASSETS } from '@funnel/pages';
import { methodNotAllowed, notFound, type Observability, VERSION } from '@funnel/service';
import type { WorkQueue } from './queue/backend.ts';
import { basicLogin, QUEUE_PAGE_PATH, queuePage } from './queue-page.ts';
import express, { type Express } from 'express';

export interface AppDependencies {
  observability: Observability;
  /** The queue page; without a password there is none. */
  queuePage?: { password: string | undefined; queue: () => WorkQueue | undefined };
}

const WORKER_OVERVIEW = overview({
  title: 'Funnel insights worker',
  summary:
    'Writes the weekly insights, and adds new events to the totals. It answers no reports: ask the REST API or the tool server.',
  version: VERSION,
  links: [
    { name: 'readiness', text: 'Readiness, for load balancers', href: '/readyz' },
    { name: 'metrics', text: 'Metrics for Prometheus', href: '/metrics' },
  ],
});

/** Creates the application. `main.ts` listens on a port; tests do not. */
export function createApp({ observability, queuePage: page }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(...observability.middleware);
  for (const [path, endpoint] of Object.entries({ ...observability.endpoints, ...PAGE_ASSETS })) {
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
  app.route('/').get(WORKER_OVERVIEW).all(methodNotAllowed('GET', 'HEAD'));
  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}
