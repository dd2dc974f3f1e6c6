import { SCOPES } from '@funnel/domain';
import { pageHeaders } from '@funnel/pages';
import { type Handler, methodNotAllowed } from '@funnel/service';
import { type RequestHandler, Router } from 'express';
import type { Provider } from 'oidc-provider';
import { PATHS } from './create-provider.ts';

const DEFAULT_SCOPE = 'reports';
const KNOWN_SCOPES = new Set<string>(SCOPES);

/** Routes the endpoints of oidc-provider by method and path; other requests do not reach it. */
export function providerRoutes(provider: Provider): Router {
  const callback = provider.callback();
  const handle: RequestHandler = (req, res) => {
    void callback(req, res);
  };

  const router = Router({ strict: true });
  router.use(useIssuerHost(provider.issuer));
  router
    .route(PATHS.authorization)
    .get(pageHeaders, dropProviderSession(provider), addDefaultScope, handle)
    .all(methodNotAllowed('GET', 'HEAD'));
  router.route(`${PATHS.authorization}/:uid`).get(pageHeaders, handle).all(methodNotAllowed('GET', 'HEAD'));
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    PATHS.jwks,
  ]) {
    router
      .route(path)
      .get(handle)
      .options(answerOptions('GET, HEAD, OPTIONS'), handle)
      .all(methodNotAllowed('GET', 'HEAD', 'OPTIONS'));
  }
  for (const path of [PATHS.token, PATHS.introspection, PATHS.revocation]) {
    router
      .route(path)
      .post(handle)
      .options(answerOptions('POST, OPTIONS'), handle)
      .all(methodNotAllowed('POST', 'OPTIONS'));
  }
  router.route(PATHS.registration).post(handle).all(methodNotAllowed('POST', 'OPTIONS'));
  return router;
}

/** oidc-provider answers nothing but the preflight of a browser, so others get the list of methods here. */
function answerOptions(allow: string): RequestHandler {
  return (req, res, next) => {
    const { origin, 'access-control-request-method': method } = req.headers;
    if (origin !== undefined && method !== undefined) next();
    else res.status(204).set('Allow', allow).end();
  };
}

/** oidc-provider builds addresses from the Host header, which anyone can forge, so it gets the issuer's host. */
function useIssuerHost(issuer: string): Handler {
  const { host, protocol } = new URL(issuer);
  return (req, _res, next) => {
    Object.assign(req.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
    delete req.headers['x-forwarded-host'];
    next();
  };
}

/** Every authorization starts with a new session of oidc-provider, because `people` knows who is signed in now. */
function dropProviderSession(provider: Provider): Handler {
  const name = provider.cookieName('session');
  const dropped = new Set([name, `${name}.sig`]);
  return (req, _res, next) => {
    const cookies = (req.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    req.headers.cookie = cookies.filter((cookie) => !dropped.has(cookie.split('=', 1)[0] ?? '')).join('; ');
    next();
  };
}

/** A request without a known scope asks for reports; otherwise it could only be denied. */
const addDefaultScope: Handler = (req, _res, next) => {
  const [path = '', query = ''] = (req.url ?? '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const scopes = parameters.getAll('scope');
  const requested = scopes.flatMap((text) => text.split(' ')).filter(Boolean);
  if (scopes.length <= 1 && !requested.some((scope) => KNOWN_SCOPES.has(scope))) {
    parameters.set('scope', [DEFAULT_SCOPE, ...requested].join(' '));
    req.url = `${path}?${parameters.toString()}`;
  }
  next();
};
