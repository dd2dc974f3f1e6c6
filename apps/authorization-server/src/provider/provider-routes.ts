import { type Handler, methodNotAllowed } from '@funnel/service';
import { type RequestHandler, Router } from 'express';
import type { Provider } from 'oidc-provider';
import { securityHeaders } from '../pages/index.ts';
import { PATHS } from './create-provider.ts';
import { withDefaultScope } from './default-scope.ts';
import { withoutSession } from './without-session.ts';

/** The endpoints of oidc-provider, by method and path; nothing else reaches it. */
export function providerRoutes(provider: Provider): Router {
  const answer = provider.callback();
  const handle: RequestHandler = (req, res) => {
    void answer(req, res);
  };
  const fromIssuer = atIssuer(provider.issuer);

  const router = Router({ strict: true });
  router.use(fromIssuer);
  router
    .route(PATHS.authorization)
    .get(securityHeaders, withoutSession(provider), withDefaultScope, handle)
    .all(methodNotAllowed('GET', 'HEAD'));
  router
    .route(`${PATHS.authorization}/:uid`)
    .get(securityHeaders, handle)
    .all(methodNotAllowed('GET', 'HEAD'));
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    PATHS.jwks,
  ]) {
    router
      .route(path)
      .get(handle)
      .options(handle)
      .all(methodNotAllowed('GET', 'HEAD', 'OPTIONS'));
  }
  for (const path of [PATHS.token, PATHS.introspection, PATHS.revocation]) {
    router.route(path).post(handle).options(handle).all(methodNotAllowed('POST', 'OPTIONS'));
  }
  router.route(PATHS.registration).post(handle).all(methodNotAllowed('POST', 'OPTIONS'));
  return router;
}

/** oidc-provider makes addresses from the request's host, which anybody may claim: it gets to see the issuer's. */
function atIssuer(issuer: string): Handler {
  const { host, protocol } = new URL(issuer);
  return (req, _res, next) => {
    Object.assign(req.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
    delete req.headers['x-forwarded-host'];
    next();
  };
}
