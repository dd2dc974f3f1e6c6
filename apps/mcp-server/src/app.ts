import type { Principal } from '@funnel/auth';
import { overview, PAGE_ASSETS } from '@funnel/pages';
import {
  type AdmissionOptions,
  methodNotAllowed,
  notFound,
  type Observability,
  type Registry,
  strictTransport,
  VERSION,
} from '@funnel/service';
import { authenticate, countMessage, type ProtocolDependencies } from './http/authenticate.ts';
import { limitBatches } from './http/batches.ts';
import { browserAccess } from './http/browser-access.ts';
import { connectPage } from './http/connect-page.ts';
import { jsonRpcErrors, readMessage } from './http/message.ts';
import { metadataRoutes } from './http/resource-metadata.ts';
import { answerLegacy } from './protocol/legacy/answer-legacy.ts';
import { answerToolsList } from './protocol/legacy/prebuilt-list.ts';
import { answerModern } from './protocol/modern/answer-modern.ts';
import { createToolMetrics } from './tools/tool-metrics.ts';
import express, { type Express, type RequestHandler } from 'express';

export interface AppDependencies
  extends AdmissionOptions<Principal>,
    Omit<ProtocolDependencies, 'toolMetrics'> {
  observability: Observability;
  registry: Registry;
  /** The address of `/mcp` as clients know it: the audience of its tokens. */
  resource: string;
  issuer: string;
  /** Hosts in addition to that of the resource and loopback ones. */
  allowedHosts?: readonly string[];
  /** Origins in addition to that of the resource and loopback ones. */
  allowedOrigins?: readonly string[];
  trustProxy?: number | string | undefined;
}

/** Creates the application without a port: `main.ts` listens, tests do not. */
export function createApp(dependencies: AppDependencies): Express {
  const { observability, registry, trustProxy } = dependencies;
  const protocol = { ...dependencies, toolMetrics: createToolMetrics(registry) };
  const app = express();
  app.disable('x-powered-by');
  // Clients never revalidate, so skip ETags.
  app.disable('etag');
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy);
  app.use(...observability.middleware, noSniffing);
  if (dependencies.resource.startsWith('https:')) app.use(strictTransport);
  app
    .route('/mcp')
    .all(browserAccess(dependencies))
    // The caller is authenticated before the body is read.
    .post(authenticate(dependencies), readMessage, jsonRpcErrors, limitBatches, countMessage(dependencies))
    .post(answerModern(protocol), answerToolsList, answerLegacy(protocol))
    .get(connectPage(dependencies))
    .all(methodNotAllowed('POST', 'OPTIONS'));

  metadataRoutes(app, dependencies);
  for (const [path, endpoint] of Object.entries({ ...observability.endpoints, ...PAGE_ASSETS })) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  app.route('/').get(toolOverview(dependencies)).all(methodNotAllowed('GET', 'HEAD'));
  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}

function toolOverview({ resource, issuer }: AppDependencies) {
  return overview({
    title: 'Funnel tool server',
    summary:
      'Gives AI assistants read-only tools to ask how the funnels of marketing campaigns perform. Enter the address of the tools in your assistant; it opens the consent page by itself.',
    version: VERSION,
    links: [
      {
        name: 'tools',
        text: 'The tools, and how to connect an assistant',
        href: resource,
        method: 'POST',
        page: '/mcp',
      },
      { name: 'tokens', text: 'Create a token, for assistants without login', href: `${issuer}/tokens` },
    ],
  });
}

/** Browsers must not guess the type of a response. */
const noSniffing: RequestHandler = (_req, res, next) => {
  res.set('X-Content-Type-Options', 'nosniff');
  next();
};
