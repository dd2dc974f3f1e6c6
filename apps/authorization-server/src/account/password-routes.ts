import { changePassword, findLink, findUser, setPasswordByLink } from '@funnel/identity';
import { hashPassword } from '@funnel/secrets';
import { pageHeaders, sendPage, textOf } from '@funnel/pages';
import { methodNotAllowed, networkOf, rejectForgedForm, sendErrorPage } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { describeLoginFailure, parseForm } from '../people/forms.ts';
import { actorOf, type Person } from '../people/people.ts';
import { readNewPassword } from './new-password.ts';
import { passwordPage } from './password-page.ts';
import { ownPersonAt, type PageDependencies } from './signed-in.ts';

export const LINK_ENDED = {
  title: 'This link no longer works',
  detail: 'A link works once, within two days. Ask for a new one.',
};

/** `/password`: with the current password, or with a one-time link. */
export function passwordRoutes({ database, people }: Pick<PageDependencies, 'database' | 'people'>): Router {
  /** By link, for nobody in particular; the secret is in the query, which is not logged. */
  async function changeByLink(req: Request, res: Response, link: string): Promise<void> {
    const csrf = people.csrfToken(req, res);
    const refuse = () => sendErrorPage(req, res, 404, LINK_ENDED);
    // Before the password is looked at, which takes a while: anybody can send a form.
    const purpose = await findLink(database, link);
    if (purpose?.kind !== 'password') return refuse();
    const chosen = await readNewPassword(req.body, (await findUser(database, purpose.userId))?.email);
    if ('error' in chosen) return sendPage(res, 422, passwordPage({ csrf, link, error: chosen.error }));
    const passwordHash = await hashPassword(chosen.password);
    const address = networkOf(req.ip);
    if (!(await setPasswordByLink(database, { link, passwordHash }, { address }))) return refuse();
    return res.redirect(303, '/login?notice=password');
  }

  async function changeOwn(req: Request, res: Response, person: Person): Promise<void> {
    const csrf = people.csrfToken(req, res);
    const show = (status: number, error: string) =>
      sendPage(res, status, passwordPage({ csrf, person, error }));
    const chosen = await readNewPassword(req.body, person.email);
    if ('error' in chosen) return show(422, chosen.error);
    const current = textOf(req.body, 'current');
    if (chosen.password === current) return show(422, 'The new password is the current one.');
    // Counts as a login, so that the current password cannot be guessed here.
    const failure = await people.checkPassword(req, { email: person.email, password: current });
    if (failure) {
      const { status, message, headers } = describeLoginFailure(failure);
      res.set(headers);
      return show(status, failure.error === 'invalid' ? 'The current password is incorrect.' : message);
    }
    const passwordHash = await hashPassword(chosen.password);
    await changePassword(database, { id: person.id, passwordHash }, actorOf(req, person));
    return res.redirect(303, '/login?notice=password');
  }

  const router = Router();
  router
    .route('/password')
    .all(pageHeaders)
    .get(async (req, res) => {
      const { link } = req.query;
      const csrf = people.csrfToken(req, res);
      if (typeof link !== 'string') {
        const person = await ownPersonAt(people, req, res, '/password');
        if (person) sendPage(res, 200, passwordPage({ csrf, person }));
        return;
      }
      const purpose = await findLink(database, link);
      if (purpose?.kind === 'password') sendPage(res, 200, passwordPage({ csrf, link }));
      else sendErrorPage(req, res, 404, LINK_ENDED);
    })
    .post(...parseForm, async (req, res) => {
      if (!people.verifyCsrf(req)) return rejectForgedForm(req, res);
      const link = textOf(req.body, 'link');
      if (link !== '') return changeByLink(req, res, link);
      const person = await ownPersonAt(people, req, res, '/password');
      if (person) await changeOwn(req, res, person);
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));
  return router;
}
