import { pageHeaders, sendPage } from '@funnel/pages';
import { type Logger, methodNotAllowed, rejectForgedForm, requestIdOf, sendErrorPage } from '@funnel/service';
import express, { Router } from 'express';
import { isFromOtherSite } from '../data/same-origin.ts';
import { pageAddress } from '../pages/page-paths.ts';
import { signedOutPage } from '../pages/signed-out-page.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Attempts } from './attempts.ts';
import { type AuthorizationClient, CALLBACK_PATH, RefusedError } from './authorization-client.ts';
import type { BeginSignIn } from './sign-in.ts';

export interface SignInDependencies {
  issuer: string;
  url: string;
  client: AuthorizationClient;
  attempts: Attempts;
  beginSignIn: BeginSignIn;
  sessions: Sessions;
  logger: Logger;
}

const NOT_ACCEPTED = {
  title: 'This sign-in was not accepted',
  detail: 'It took too long, was used before, or was not started in this browser. Start again.',
};

/** `/sign-in`, the way back from it, and `/sign-out`. */
export function signInRoutes(dependencies: SignInDependencies): Router {
  const { issuer, url, client, attempts, beginSignIn, sessions, logger } = dependencies;
  const router = Router();
  router
    .route('/sign-in')
    .all(pageHeaders)
    .get((req, res) => beginSignIn(req, res, req.query['to']))
    .all(methodNotAllowed('GET', 'HEAD'));

  router
    .route(CALLBACK_PATH)
    .all(pageHeaders)
    .get(async (req, res) => {
      const returned = new URL(req.originalUrl, url).searchParams;
      const attempt = attempts.take(req, res, returned.get('state') ?? '');
      // Many tabs: the person is signed in at the authorization server by now, and is not asked again.
      if (!attempt && attempts.wasForgotten(req, res)) return res.redirect(303, '/');
      // Another tab was faster: nothing is taken from this answer.
      if (!attempt && (await sessions.find(req))) return res.redirect(303, '/');
      if (!attempt) return sendErrorPage(req, res, 400, NOT_ACCEPTED);
      try {
        await sessions.start(req, res, await client.finish(returned, attempt));
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        logger.warn({ reason: error.message, requestId: requestIdOf(req) }, 'a sign-in was refused');
        return sendErrorPage(req, res, 400, NOT_ACCEPTED);
      }
      return res.redirect(303, pageAddress(attempt.target, url));
    })
    .all(methodNotAllowed('GET', 'HEAD'));

  router
    .route('/sign-out')
    .all(pageHeaders)
    .post(express.urlencoded({ extended: false, limit: '4kb', parameterLimit: 10 }), async (req, res) => {
      const { csrf } = (req.body ?? {}) as { csrf?: unknown };
      const hasSession = (await sessions.find(req)) !== undefined;
      if (hasSession && (isFromOtherSite(req) || !sessions.verifyCsrf(req, csrf)))
        return rejectForgedForm(req, res);
      await sessions.end(req, res);
      // Reports that the browser has kept.
      res.set('Clear-Site-Data', '"cache"');
      return res.redirect(303, '/signed-out');
    })
    .all(methodNotAllowed('POST'));

  router
    .route('/signed-out')
    .all(pageHeaders)
    .get((_req, res) => sendPage(res, 200, signedOutPage({ issuer })))
    .all(methodNotAllowed('GET', 'HEAD'));
  return router;
}
