import { acceptInvitation, findLink, type Invited, type LinkError, readAccountName } from '@funnel/identity';
import { hashPassword } from '@funnel/secrets';
import { pageHeaders, sendPage, textOf } from '@funnel/pages';
import { methodNotAllowed, networkOf, rejectForgedForm, sendErrorPage } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { parseForm } from '../people/forms.ts';
import { invitationPage } from './invitation-page.ts';
import { readNewPassword } from './new-password.ts';
import { LINK_ENDED } from './password-routes.ts';
import type { PageDependencies } from './signed-in.ts';

const BY_COMPANY =
  'You are signed in with your company, which counts for its own account only. Sign in with a password or a passkey of your own, then open the link again. If you have none, ask the operator of this service for a link to choose a password.';

const NOT_JOINED: Partial<Record<LinkError, string>> = {
  email_taken: 'There is a person with this e-mail. If it is you, sign in first and open the link again.',
  other_person: 'The invitation is for somebody else.',
  not_verified:
    'Nobody has confirmed yet that your e-mail belongs to you. Ask the operator of this service to do so, then open the link again.',
  company_address:
    'People with this address sign in with their company. Do so first, with “Sign in with your company” on the page where you sign in, then open the link again.',
};

/** `/invitation`: somebody joins an account by a one-time link. */
export function invitationRoutes({
  database,
  people,
}: Pick<PageDependencies, 'database' | 'people'>): Router {
  async function show(req: Request, res: Response, link: string, refused?: string): Promise<void> {
    const purpose = await findLink(database, link);
    const invitation = purpose?.kind === 'invitation' ? purpose : undefined;
    const accountName = invitation && (await readAccountName(database, invitation.accountId));
    if (!invitation || accountName === undefined) return sendErrorPage(req, res, 404, LINK_ENDED);
    const person = await people.currentPerson(req);
    const csrf = people.csrfToken(req, res);
    const error = refused ?? (person?.isByCompany ? BY_COMPANY : undefined);
    const { email } = invitation;
    const page = invitationPage({ csrf, link, accountName, email, person, error });
    sendPage(res, refused === undefined ? 200 : 422, page);
  }

  /** Who joins, or what is wrong with the form. */
  async function invitedBy(req: Request, email: string): Promise<Invited | { error: string }> {
    const user = await people.currentPerson(req);
    if (user?.isByCompany) return { error: BY_COMPANY };
    if (user) return { user };
    const chosen = await readNewPassword(req.body, email);
    return 'error' in chosen ? chosen : { passwordHash: await hashPassword(chosen.password) };
  }

  const router = Router();
  router
    .route('/invitation')
    .all(pageHeaders)
    .get((req, res) => show(req, res, textOf(req.query, 'link')))
    .post(...parseForm, async (req, res) => {
      if (!people.verifyCsrf(req)) return rejectForgedForm(req, res);
      const link = textOf(req.body, 'link');
      const refuse = (error: string) => show(req, res, link, error);
      // Before the password is hashed, which takes a while.
      const purpose = await findLink(database, link);
      if (purpose?.kind !== 'invitation') return refuse('');
      const who = await invitedBy(req, purpose.email);
      if ('error' in who) return refuse(who.error);
      const joined = await acceptInvitation(database, { link, who }, { address: networkOf(req.ip) });
      if ('error' in joined) return refuse(NOT_JOINED[joined.error] ?? '');
      return res.redirect(303, 'user' in who ? '/tokens' : '/login?notice=joined');
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));
  return router;
}
