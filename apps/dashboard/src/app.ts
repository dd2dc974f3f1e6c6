import type { Database } from '@funnel/db';
import {
  type Clock,
  type Logger,
  methodNotAllowed,
  notFound,
  type Observability,
  type RateLimiter,
  receiveBody,
  strictTransport,
  VERSION,
} from '@funnel/service';
import { fileEndpoints, FORM_SCRIPTS, overview, PAGE_ASSETS, prefersPage } from '@funnel/pages';
import compression from 'compression';
import express, { type Express } from 'express';
import { accountRoutes } from './account/account-routes.ts';
import type { Config } from './config.ts';
import { createCookies } from './cookies.ts';
import { dataHeaders, dataRoute, sessionAskers } from './data/data-routes.ts';
import { DATA_PATH } from './data/questions.ts';
import { createAllowedOrigins } from './embed/allowed-origins.ts';
import { embedRoutes } from './embed/embed-routes.ts';
import { EMBED_BASE, frameAskers } from './embed/frame-askers.ts';
import { readPageFiles } from './pages/page-files.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { createSealer } from './sealed.ts';
import { createSessions } from './sessions/sessions.ts';
import { guestAskers, guestRoutes } from './shared-link/guest-routes.ts';
import { createGuests } from './shared-link/guests.ts';
import { createShareClient } from './shared-link/share-client.ts';
import { sharedBaseIn } from './shared-link/shared-paths.ts';
import { createAttempts } from './sign-in/attempts.ts';
import { createAuthorizationClient } from './sign-in/authorization-client.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { createAskAuthorizationServer } from './upstream/ask-authorization-server.ts';

export interface AppDependencies {
  observability: Observability;
  config: Config;
  database: Database;
  rateLimiter: RateLimiter;
  /** The real time: of sessions and tokens. */
  clock: Clock;
  logger: Logger;
}

/** For a program that asks for the first page. */
const OVERVIEW = overview({
  title: 'Funnel dashboard',
  summary: 'Shows people how the funnels of their websites perform. Open it in a browser.',
  version: VERSION,
  links: [{ name: 'sign_in', text: 'Sign in', href: '/sign-in' }],
});

/** The longest form: a choice among many websites. */
const MAX_BODY_BYTES = 64 * 1024;
/** As at the REST API: a third of the time of the default level, for a quarter more bytes. */
const COMPRESSION_LEVEL = 2;

/** Creates the application. `main.ts` listens on a port; tests do not. */
export function createApp(dependencies: AppDependencies): Express {
  const { observability, config, database, rateLimiter, clock, logger } = dependencies;
  const url = config.DASHBOARD_URL;
  const issuer = config.AUTHORIZATION_SERVER_ISSUER.replace(/\/$/, '');
  const timeoutMs = config.UPSTREAM_TIMEOUT_MS;
  const cookies = createCookies({ secure: url.startsWith('https:') });
  const sealer = createSealer(config.DASHBOARD_ENCRYPTION_KEY);
  const client = createAuthorizationClient(config, clock);
  const sessions = createSessions({ database, client, cookies, sealer, clock, logger });
  const attempts = createAttempts({ cookies, sealer, clock });
  const beginSignIn = createSignIn(attempts, client, url);
  const ask = createAskAuthorizationServer(config);
  const shareClient = createShareClient(ask, clock);
  const guests = createGuests({ database, client: shareClient, cookies, sealer, clock });

  const app = express();
  app.disable('x-powered-by');
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', config.TRUST_PROXY);
  app.use(...observability.middleware, receiveBody(MAX_BODY_BYTES));
  const files = readPageFiles();
  const loaded = { ...PAGE_ASSETS, ...FORM_SCRIPTS, ...fileEndpoints(Object.values(files)) };
  for (const [path, endpoint] of Object.entries({ ...observability.endpoints, ...loaded })) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }
  if (url.startsWith('https:')) app.use(strictTransport);

  // Pages are not compressed: they have a secret, the token of their form.
  const compress = compression({ level: COMPRESSION_LEVEL });
  const restUrl = config.REST_API_URL ?? config.REST_API_RESOURCE;
  const data = { rateLimiter, restUrl, timeoutMs, logger };
  app
    .route(`${DATA_PATH}/*question`)
    .all(dataHeaders, compress, dataRoute({ askers: sessionAskers(sessions), ...data }));
  app.route(`/shared/:shared${DATA_PATH}/*question`).all(
    dataHeaders,
    compress,
    dataRoute({
      askers: guestAskers(guests),
      baseOf: ({ originalUrl }) => sharedBaseIn(originalUrl),
      ...data,
    }),
  );
  app.use(guestRoutes({ files, client: shareClient, guests, rateLimiter }));
  app
    .route(`${EMBED_BASE}${DATA_PATH}/*question`)
    .all(dataHeaders, compress, dataRoute({ askers: frameAskers, baseOf: () => EMBED_BASE, ...data }));
  const allowedOrigins = createAllowedOrigins(ask, clock);
  app.use(embedRoutes({ files, allowedOrigins, rateLimiter, compress }));
  app.use(signInRoutes({ issuer, url, client, attempts, beginSignIn, sessions, logger }));
  app.get('/', (req, res, next) => (prefersPage(req) ? next() : OVERVIEW(req, res)));
  app.use(pageRoutes({ files, issuer, sessions, beginSignIn }));
  app.use(
    accountRoutes({ url, issuer, sessions, beginSignIn, rateLimiter, restUrl, timeoutMs, logger, clock }),
  );

  app.use(notFound);
  app.use(observability.errorHandler);
  return app;
}
