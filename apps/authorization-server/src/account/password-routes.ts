import type { Database } from '@funnel/db';
import { changePassword, findLink, findUser, hashPassword, setPasswordByLink } from '@funnel/identity';
import { errorPage, pageHeaders, sendPage } from '@funnel/pages';
import { methodNotAllowed, requestIdOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { actorOf } from '../people/actor.ts';
import { describeLoginFailure, parseForm, rejectForgedForm, textOf } from '../people/forms.ts';
import { networkOf } from '@funnel/service';
import type { People, Person } from '../people/people.ts';
import { readNewPassword } from './new-password.ts';
import { passwordPage } from './password-page.ts';
import { ownPersonAt } from './signed-in.ts';

/** The page for a link that no longer works. */
export const LINK_ENDED = {
  title: 'This link no longer works',
  detail: 'A link works once, within two days. Ask for a new one.',
};

/** `/password`: with the current password, or with a one-time link. */
export function passwordRoutes({ database, people }: { database: Database; people: People }): Router {
  /** By link, for nobody in particular; the secret is in the query, which is not logged. */
  async function changeByLink(req: Request, res: Response, link: string): Promise<void> {
    const csrf = people.csrfToken(req, res);
    const refuse = () => sendPage(res, 404, errorPage({ ...LINK_ENDED, requestId: requestIdOf(req) }));
    // Before the password is looked at, which takes a while: anybody can send a form.
    const purpose = await findLink(database, link);
    if (purpose?.kind !== 'password') return refuse();
    const chosen = await readNewPassword(req.body, (await findUser(database, purpose.userId))?.email);
    if ('error' in chosen) {
      sendPage(res, 422, passwordPage({ csrf, link, error: chosen.error }));
      return;
    }
    const passwordHash = await hashPassword(chosen.password);
    const address = networkOf(req.ip);
    if (await setPasswordByLink(database, { link, passwordHash }, { address }))
      res.redirect(303, '/login?notice=password');
    else refuse();
  }

  async function changeOwn(req: Request, res: Response, person: Person): Promise<void> {
    const csrf = people.csrfToken(req, res);
    const show = (status: number, error: string) =>
      sendPage(res, status, passwordPage({ csrf, person, error }));
    const chosen = await readNewPassword(req.body, person.email);
    if ('error' in chosen) {
      show(422, chosen.error);
      return;
    }
    if (chosen.password === textOf(req.body, 'current')) {
      show(422, 'The new password is the current one.');
      return;
    }
    // Counts as a login, so that the current password cannot be guessed here.
    const failure = await people.checkPassword(req, {
      email: person.email,
      password: textOf(req.body, 'current'),
    });
    if (failure) {
      const { status, message, headers } = describeLoginFailure(failure);
      res.set(headers);
      show(status, failure.error === 'invalid' ? 'The current password is incorrect.' : message);
      return;
    }
    const passwordHash = await hashPassword(chosen.password);
    await changePassword(database, { id: person.id, passwordHash }, actorOf(req, person));
    res.redirect(303, '/login?notice=password');
  }

  return Router().use(
    Router()
      .all('/password', pageHeaders)
      .get('/password', async (req, res) => {
        const { link } = req.query;
        const csrf = people.csrfToken(req, res);
        if (typeof link !== 'string') {
          const person = await ownPersonAt(people, req, res, '/password');
          if (person) sendPage(res, 200, passwordPage({ csrf, person }));
          return;
        }
        const purpose = await findLink(database, link);
        if (purpose?.kind === 'password') sendPage(res, 200, passwordPage({ csrf, link }));
        else sendPage(res, 404, errorPage({ ...LINK_ENDED, requestId: requestIdOf(req) }));
      })
      .post('/password', parseForm, async (req, res) => {
        if (!people.verifyCsrf(req)) {
          rejectForgedForm(req, res);
          return;
        }
        const link = textOf(req.body, 'link');
        if (link !== '') {
          await changeByLink(req, res, link);
          return;
        }
        const person = await ownPersonAt(people, req, res, '/password');
        if (person) await changeOwn(req, res, person);
      })
      .all('/password', methodNotAllowed('GET', 'HEAD', 'POST')),
  );
}
