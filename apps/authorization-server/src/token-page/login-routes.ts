import { methodNotAllowed } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { loginPage } from '../pages/login-page.ts';
import { securityHeaders, sendPage } from '../pages/serve-pages.ts';
import { describeLoginFailure, parseForm, readCredentials, rejectForgedForm } from '../people/forms.ts';
import type { People } from '../people/people.ts';

const NOTICES: Readonly<Record<string, string>> = {
  password: 'Your password was changed. Sign in with the new one.',
  joined: 'Welcome. Sign in with your e-mail and the password that you have chosen.',
};
const STALE_FORM = 'This form was open for too long. Please try again.';

/** `/login` and `/logout` of the token page. The next page is fixed, so there is no open redirect. */
export function loginRoutes(people: People): Router {
  function show(
    req: Request,
    res: Response,
    status: number,
    view: { email?: string; error?: string; notice?: string | undefined } = {},
  ): void {
    sendPage(res, status, loginPage({ csrf: people.csrfToken(req, res), action: '/login', ...view }));
  }

  const router = Router();
  router
    .route('/login')
    .all(securityHeaders)
    .get(async (req, res) => {
      if (await people.currentPerson(req)) res.redirect(303, '/tokens');
      else show(req, res, 200, { notice: noticeOf(req.query['notice']) });
    })
    .post(parseForm, async (req, res) => {
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
      const { status, message, headers } = describeLoginFailure(result);
      show(req, res.set(headers), status, { email, error: message });
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/logout')
    .all(securityHeaders)
    .post(parseForm, async (req, res) => {
      if (!people.verifyCsrf(req)) {
        rejectForgedForm(req, res);
        return;
      }
      await people.logOut(req, res);
      res.redirect(303, '/login');
    })
    .all(methodNotAllowed('POST'));
  return router;
}

function noticeOf(name: unknown): string | undefined {
  return typeof name === 'string' && Object.hasOwn(NOTICES, name) ? NOTICES[name] : undefined;
}
