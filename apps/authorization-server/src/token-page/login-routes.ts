import type { Database } from '@funnel/db';
import { noticeOf, pageHeaders, sendPage } from '@funnel/pages';
import { methodNotAllowed, rejectForgedForm } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { accountAddress, inQuery } from '../account/account-page.ts';
import { signOutPage } from '../pages/message-pages.ts';
import { describeLoginFailure, parseForm, readLoginForm } from '../people/forms.ts';
import type { People } from '../people/people.ts';
import { type LoginView, showLoginPage } from '../people/show-login.ts';

const NOTICES: Readonly<Record<string, string>> = {
  password: 'Your password was changed. Sign in with the new one.',
  joined: 'Welcome. Sign in with your e-mail and the password that you have chosen.',
};
const STALE_FORM = 'This form was open for too long. Please try again.';

/** `/login` and `/logout`. The next page is one of ours or the dashboard, so there is no open redirect. */
export function loginRoutes(dependencies: { database: Database; people: People }): Router {
  const { people } = dependencies;
  const show = (req: Request, res: Response, view: Omit<LoginView, 'action' | 'company'>) =>
    showLoginPage(dependencies, req, res, {
      action: addressOf(req),
      company: '/login/company',
      clientName: people.reportsUrl && !wishOf(req) ? 'your reports' : undefined,
      ...view,
    });
  const targetOf = (req: Request) => wishOf(req) ?? homeOf(people);

  const router = Router();
  router
    .route('/login')
    .all(pageHeaders)
    .get(async (req, res) => {
      if (await people.anyPerson(req)) res.redirect(303, targetOf(req));
      else await show(req, res, { notice: noticeOf(req.query, NOTICES) });
    })
    .post(...parseForm, async (req, res) => {
      const form = readLoginForm(req.body);
      const { email } = form;
      if (!people.verifyCsrf(req)) {
        // Somebody has signed in in another tab meanwhile.
        if (await people.anyPerson(req)) return res.redirect(303, addressOf(req));
        return show(req, res, { status: 403, email, error: STALE_FORM });
      }
      const result = await people.logIn(req, res, form);
      if ('person' in result) return res.redirect(303, targetOf(req));
      // A page of its own, so that reloading it does not send the password again.
      if ('continues' in result) return res.redirect(303, addressOf(req));
      const { status, message, headers } = describeLoginFailure(result);
      return show(req, res.set(headers), { status, email, error: message });
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/logout')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await people.anyPerson(req);
      if (person) sendPage(res, 200, signOutPage({ person, csrf: people.csrfToken(req, res) }));
      else res.redirect(303, '/login');
    })
    .post(...parseForm, async (req, res) => {
      if (!people.verifyCsrf(req)) {
        rejectForgedForm(req, res);
        return;
      }
      await people.logOut(req, res);
      res.redirect(303, '/login');
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));
  return router;
}

/** Where somebody who wants nothing else goes. */
export function homeOf({ reportsUrl }: Pick<People, 'reportsUrl'>): string {
  return reportsUrl ?? '/tokens';
}

/** The page that somebody wanted to see before the login. */
function wishOf({ query }: Request): string | undefined {
  return accountAddress(query['to']);
}

function addressOf(req: Request): string {
  const wish = wishOf(req);
  return wish ? `/login?to=${inQuery(wish)}` : '/login';
}
