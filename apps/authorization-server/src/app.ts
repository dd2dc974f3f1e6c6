import type { IncomingMessage } from 'node:http';
import { createAuthorizationStore, type TokenUses } from '@funnel/identity';
import type { Database } from '@funnel/db';
import { DASHBOARD_CLIENT_ID, VisitorSecrets } from '@funnel/domain';
import type { ChannelSettings } from '@funnel/notifications';
import { overview, PAGE_ASSETS, prefersPage } from '@funnel/pages';
import {
  type Clock,
  type Logger,
  methodNotAllowed,
  type Network,
  network as openNetwork,
  notFound,
  type Observability,
  receiveBody,
  strictTransport,
  VERSION,
} from '@funnel/service';
import { applicationRoutes } from './account/application-routes.ts';
import { auditRoutes } from './account/audit-routes.ts';
import { invitationRoutes } from './account/invitation-routes.ts';
import { movedPages } from './account/moved-pages.ts';
import { memberRoutes } from './account/member-routes.ts';
import { sessionRoutes } from './account/session-routes.ts';
import { personDataRoutes } from './account/person-data-routes.ts';
import { passwordRoutes } from './account/password-routes.ts';
import { auditGrants } from './audit/audit-grants.ts';
import { createAllowFetch, createClientMetadataFetch } from './client-metadata/client-metadata-fetch.ts';
import { createCompanyFetch } from './company-login/company-fetch.ts';
import { companyLoginRoutes } from './company-login/company-login-routes.ts';
import { createCompanyProviders } from './company-login/company-provider.ts';
import type { CompanySettings } from './company-login/company-settings.ts';
import { type Config, dashboardOf, issuerOf } from './config.ts';
import { originsRoute } from './embedding/origins-route.ts';
import { pageErrors } from './error-pages.ts';
import { rejectManyParameters, rejectNullInAddress } from './refused-addresses.ts';
import { interactionRoutes } from './interactions/interaction-routes.ts';
import {
  createServiceRequestCheck,
  type IntrospectionClient,
} from './introspection/introspection-request.ts';
import { serviceIntrospection } from './introspection/service-introspection.ts';
import { linkRoutes } from './notifications/link-routes.ts';
import { PAGE_SCRIPTS } from './pages/page-scripts.ts';
import { createPeople } from './people/people.ts';
import { limitRate, NEW_AUTHORIZATIONS } from './rate-limit.ts';
import { createProvider, PATHS } from './provider/create-provider.ts';
import { providerRoutes } from './provider/provider-routes.ts';
import { registrationGuard } from './registration/registration-guard.ts';
import { createResources } from './resources.ts';
import { openLinkRoute } from './sharing/open-link-route.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { homeOf } from './token-page/login-routes.ts';
import { tokenPageRoutes } from './token-page/token-page-routes.ts';
import express, { type Express } from 'express';

export interface AppDependencies {
  observability: Observability;
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  tokenUses: TokenUses;
  /** Outgoing requests, for the metadata documents of clients. */
  network?: Network;
}

const OVERVIEW = overview({
  title: 'Funnel authorization server',
  summary: 'Logs people in and issues tokens for their websites (OAuth 2.1).',
  version: VERSION,
  links: [
    { name: 'tokens', text: 'Log in and create tokens', href: '/tokens' },
    { name: 'metadata', text: 'Metadata for clients', href: '/.well-known/oauth-authorization-server' },
  ],
});

/** The largest body of any endpoint. */
const MAX_BODY_BYTES = 64 * 1024;

/** Whether a request is an introspection by one of our services. */
export function isServiceRequest(config: Config): (req: IncomingMessage) => boolean {
  return createServiceRequestCheck(PATHS.introspection, introspectionClient(config));
}

function introspectionClient(config: Config): IntrospectionClient {
  return {
    clientId: config.INTROSPECTION_CLIENT_ID,
    clientSecrets: config.INTROSPECTION_CLIENT_SECRET,
  };
}

/** Undefined without a key that seals the secrets of providers. */
export function companySettings(config: Config, network: Network = openNetwork): CompanySettings | undefined {
  const encryptionKey = config.IDENTITY_ENCRYPTION_KEY;
  if (!encryptionKey) return undefined;
  const server = issuerOf(config);
  const privateIssuers = config.ALLOWED_PRIVATE_ISSUERS;
  const fetch = createCompanyFetch(network, privateIssuers);
  return {
    encryptionKey,
    providers: createCompanyProviders({ server, encryptionKey, fetch, privateIssuers }),
  };
}

/** Undefined without a key that seals addresses and secrets. */
function notificationSettings(config: Config): ChannelSettings | undefined {
  const encryptionKey = config.NOTIFICATIONS_ENCRYPTION_KEY;
  return encryptionKey && { encryptionKey, privateReceivers: config.ALLOWED_PRIVATE_RECEIVERS };
}

/** Creates the application. `main.ts` listens on a port; tests do not. */
export function createApp(dependencies: AppDependencies): Express {
  const { observability, config, database, clock, logger, tokenUses, network = openNetwork } = dependencies;
  const issuer = issuerOf(config);
  const cookieKeys = config.AUTHORIZATION_SERVER_COOKIE_KEYS;
  const uris = {
    rest: config.REST_API_RESOURCE,
    mcp: config.MCP_SERVER_RESOURCE,
    intake: config.EVENT_INTAKE_RESOURCE,
  };
  const resources = createResources(uris);
  const dashboard = dashboardOf(config);
  const reportsUrl = dashboard?.url;
  const store = createAuthorizationStore(database, dashboard ? [DASHBOARD_CLIENT_ID] : []);
  const encryptionKey = config.IDENTITY_ENCRYPTION_KEY;
  const notifications = notificationSettings(config);
  const hasNotifications = notifications !== undefined;
  const people = createPeople({
    database,
    issuer,
    cookieKeys,
    encryptionKey,
    reportsUrl,
    hasNotifications,
    clock,
  });
  const company = companySettings(config, network);
  const introspection = introspectionClient(config);
  const provider = createProvider({
    issuer,
    database,
    store,
    resources,
    cookieKeys,
    jwks: config.AUTHORIZATION_SERVER_JWKS,
    introspection,
    dashboard,
    tokenUses,
    fetch: createClientMetadataFetch({ store, network, logger, database, clock }),
    allowFetch: createAllowFetch({ database, clock }),
    logger,
    clock,
    company,
  });
  auditGrants(provider, { database, logger });

  const app = express();
  app.disable('x-powered-by');
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', config.TRUST_PROXY);
  app.use(...observability.middleware, receiveBody(MAX_BODY_BYTES));
  // First, because every request to a service causes one of these.
  app.post(
    PATHS.introspection,
    serviceIntrospection({ path: PATHS.introspection, issuer, client: introspection, store, tokenUses }),
  );
  for (const [path, endpoint] of Object.entries(observability.endpoints)) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }

  if (issuer.startsWith('https:')) app.use(strictTransport);
  app.use(rejectNullInAddress, rejectManyParameters);
  for (const [path, endpoint] of Object.entries({ ...PAGE_ASSETS, ...PAGE_SCRIPTS })) {
    app.route(path).get(endpoint).all(methodNotAllowed('GET', 'HEAD'));
  }
  app
    .route('/')
    .get((req, res) => {
      // Whoever opens the address in a browser wants to log in.
      if (prefersPage(req)) res.redirect(303, homeOf(people));
      else OVERVIEW(req, res);
    })
    .all(methodNotAllowed('GET', 'HEAD'));
  const pages = { database, people, resources: uris, issuer, clock };
  app.use(tokenPageRoutes(pages), applicationRoutes(pages));
  if (dashboard) app.use(openLinkRoute({ database, people, resource: uris.rest, clock, dashboard }));
  // Before the pages that have moved: programs of mail send a form here, which no redirect survives.
  if (notifications) app.use(linkRoutes({ database, settings: notifications, clock }));
  app.use(memberRoutes({ ...pages, company }));
  if (dashboard) app.use(originsRoute({ database, dashboard }), movedPages(dashboard.url));
  if (company) app.use(companyLoginRoutes({ ...pages, ...company, store, logger }));
  app.use(auditRoutes(pages));
  app.use(personDataRoutes({ ...pages, secrets: new VisitorSecrets(config.VISITOR_SECRET) }));
  app.use(sessionRoutes(pages), passwordRoutes(pages));
  app.use(secondFactorRoutes({ ...pages, encryptionKey }), invitationRoutes(pages));
  app.use(
    interactionRoutes({
      provider,
      database,
      store,
      people,
      resources,
      dashboardResource: dashboard && uris.rest,
    }),
  );
  app.use(registrationGuard(PATHS.registration, pages));
  app.get(PATHS.authorization, limitRate(pages, NEW_AUTHORIZATIONS));
  app.use(providerRoutes(provider));

  app.use(notFound);
  app.use(pageErrors(logger));
  app.use(observability.errorHandler);
  return app;
}
