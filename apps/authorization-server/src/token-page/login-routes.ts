import type { Database } from '@funnel/db';
import { methodNotAllowed } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { securityHeaders } from '../pages/serve-pages.ts';
import { describeLoginFailure, parseForm, readLoginForm, rejectForgedForm } from '../people/forms.ts';
import type { People } from '../people/people.ts';
import { type LoginView, showLoginPage } from '../people/show-login.ts';

const NOTICES: Readonly<Record<string, string>> = {
  password: 'Your password was changed. Sign in with the new one.',
  joined: 'Welcome. Sign in with your e-mail and the password that you have chosen.',
};
const STALE_FORM = 'This form was open for too long. Please try again.';

/** `/login` and `/logout` of the token page. The next page is fixed, so there is no open redirect. */
export function loginRoutes(dependencies: { database: Database; people: People }): Router {
  const { people } = dependencies;
  const show = (req: Request, res: Response, view: Omit<LoginView, 'action' | 'company'>) =>
    showLoginPage(dependencies, req, res, { action: '/login', company: '/login/company', ...view });

  const router = Router();
  router
    .route('/login')
    .all(securityHeaders)
    .get(async (req, res) => {
      if (await people.anyPerson(req)) res.redirect(303, '/tokens');
      else await show(req, res, { notice: noticeOf(req.query['notice']) });
    })
    .post(parseForm, async (req, res) => {
      const form = readLoginForm(req.body);
      const { email } = form;
      if (!people.verifyCsrf(req)) return show(req, res, { status: 403, email, error: STALE_FORM });
      const result = await people.logIn(req, res, form);
      if ('person' in result) return res.redirect(303, '/tokens');
      // A page of its own, so that reloading it does not send the password again.
      if ('continues' in result) return res.redirect(303, '/login');
      const { status, message, headers } = describeLoginFailure(result);
      return show(req, res.set(headers), { status, email, error: message });
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
