import type { Database } from '@funnel/db';
import { acceptInvitation, findLink, hashPassword, type Invited, readAccountName } from '@funnel/identity';
import { methodNotAllowed, requestIdOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { errorPage } from '../pages/message-pages.ts';
import { securityHeaders, sendPage } from '../pages/serve-pages.ts';
import { parseForm, rejectForgedForm } from '../people/forms.ts';
import { networkOf } from '@funnel/service';
import type { People } from '../people/people.ts';
import { invitationPage } from './invitation-page.ts';
import { readNewPassword, textOf } from './new-password.ts';
import { LINK_ENDED } from './password-routes.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const EMAIL_TAKEN = 'This e-mail cannot be used. If it is yours, sign in first and open the link again.';

/** `/invitation`: somebody joins an account by a one-time link. */
export function invitationRoutes({ database, people }: { database: Database; people: People }): Router {
  async function show(
    req: Request,
    res: Response,
    link: string,
    { status, ...view }: { status: number; email?: string; error?: string },
  ): Promise<void> {
    const purpose = await findLink(database, link);
    const name =
      purpose?.kind === 'invitation' ? await readAccountName(database, purpose.accountId) : undefined;
    if (name === undefined) {
      sendPage(res, 404, errorPage({ ...LINK_ENDED, requestId: requestIdOf(req) }));
      return;
    }
    const person = await people.currentPerson(req);
    const csrf = people.csrfToken(req, res);
    sendPage(res, status, invitationPage({ csrf, link, accountName: name, person, ...view }));
  }

  /** Who joins, or what is wrong with the form. */
  async function invitedBy(req: Request): Promise<Invited | { error: string }> {
    const user = await people.currentPerson(req);
    if (user) return { user };
    const email = textOf(req.body, 'email').trim();
    if (!EMAIL.test(email) || email.length > 254) return { error: 'Enter your e-mail address.' };
    const chosen = readNewPassword(req.body);
    return 'error' in chosen ? chosen : { email, passwordHash: await hashPassword(chosen.password) };
  }

  const router = Router();
  router
    .route('/invitation')
    .all(securityHeaders)
    .get((req, res) => show(req, res, textOf(req.query, 'link'), { status: 200 }))
    .post(parseForm, async (req, res) => {
      if (!people.verifyCsrf(req)) {
        rejectForgedForm(req, res);
        return;
      }
      const [link, email] = [textOf(req.body, 'link'), textOf(req.body, 'email')];
      const refuse = (error: string) => show(req, res, link, { status: 422, email, error });
      // Before the password is hashed, which takes a while.
      if ((await findLink(database, link))?.kind !== 'invitation') return refuse('');
      const who = await invitedBy(req);
      if ('error' in who) return refuse(who.error);
      const joined = await acceptInvitation(database, { link, who }, { address: networkOf(req.ip) });
      if ('error' in joined) return refuse(joined.error === 'email_taken' ? EMAIL_TAKEN : '');
      res.redirect(303, 'user' in who ? '/tokens' : '/login?notice=joined');
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));
  return router;
}
