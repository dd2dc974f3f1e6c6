import { methodNotAllowed, requestIdOf } from '@funnel/service';
import { errorPage } from '../pages/error-page.ts';
import { loginPage } from '../pages/login-page.ts';
import { securityHeaders } from '../pages/security-headers.ts';
import { sendPage } from '../pages/send-page.ts';
import { readCredentials } from '../people/credentials.ts';
import { refuseLogin } from '../people/login-failure.ts';
import type { People } from '../people/people.ts';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';

/** The largest honest form is a token for some thousand websites. */
export const form: RequestHandler = express.urlencoded({
  extended: false,
  limit: '64kb',
  parameterLimit: 5000,
});

const STALE_FORM = 'This form was open for too long. Please try again.';

/** `/login` and `/logout` for whoever comes without a client. Where to go next is fixed: no open redirect. */
export function loginRoutes(people: People): Router {
  function show(
    req: Request,
    res: Response,
    status: number,
    view: { email?: string; error?: string } = {},
  ): void {
    sendPage(res, status, loginPage({ csrf: people.csrfToken(req, res), action: '/login', ...view }));
  }

  const router = Router();
  router
    .route('/login')
    .all(securityHeaders)
    .get(async (req, res) => {
      if (await people.currentPerson(req)) res.redirect(303, '/tokens');
      else show(req, res, 200);
    })
    .post(form, async (req, res) => {
      const credentials = readCredentials(req.body);
      const { email } = credentials;
      if (!people.verifyCsrf(req)) {
        show(req, res, 403, { email, error: STALE_FORM });
        return;
      }
      const result = await people.logIn(req, res, credentials);
      if ('person' in result) {
        res.redirect(303, '/tokens');
        return;
      }
      const { status, message, headers } = refuseLogin(result);
      show(req, res.set(headers), status, { email, error: message });
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/logout')
    .all(securityHeaders)
    .post(form, async (req, res) => {
      if (!people.verifyCsrf(req)) {
        refuseForgedForm(req, res);
        return;
      }
      await people.logOut(req, res);
      res.redirect(303, '/login');
    })
    .all(methodNotAllowed('POST'));
  return router;
}

/** Nothing was done: the form did not come from a page of this session. */
export function refuseForgedForm(req: Request, res: Response): void {
  const detail =
    'It did not come from a page of your present session, so nothing was done. Open the page anew and try again.';
  sendPage(res, 403, errorPage({ title: 'The form was refused', detail, requestId: requestIdOf(req) }));
}
