import { hasCompanyLogins, listSecondFactors } from '@funnel/identity';
import type { Database } from '@funnel/db';
import { allowFormTo, sendPage } from '@funnel/pages';
import type { Request, Response } from 'express';
import { loginPage, type LoginPageOptions } from '../pages/login-page.ts';
import { secondStepPage } from '../pages/second-step-page.ts';
import type { People } from './people.ts';

export interface LoginView
  extends Pick<LoginPageOptions, 'action' | 'email' | 'error' | 'notice' | 'clientName'> {
  /** Where people of companies sign in. */
  company: string;
  status?: number;
}

/** Shows the page that a login is at: the password, or after it the second factor. */
export async function showLoginPage(
  { database, people }: { database: Database; people: People },
  req: Request,
  res: Response,
  { status = 200, company, ...view }: LoginView,
): Promise<void> {
  const csrf = people.csrfToken(req, res);
  // The login of the dashboard, and a login without another target, end there.
  if (people.reportsUrl) allowFormTo(res, people.reportsUrl);
  const pending = await people.pendingPerson(req);
  if (!pending) {
    const passkeyOptions = await people.passkeys?.request(undefined, csrf);
    const companyHref = (await hasCompanyLogins(database)) ? company : undefined;
    sendPage(res, status, loginPage({ csrf, ...view, passkeyOptions, companyHref }));
    return;
  }
  const factors = await listSecondFactors(database, pending.id);
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  const passkeyOptions = passkeys.length > 0 ? await people.passkeys?.request(passkeys, csrf) : undefined;
  const hasCodes = factors.some(({ kind }) => kind === 'code');
  const { email } = pending;
  sendPage(res, status, secondStepPage({ ...view, csrf, email, passkeyOptions, hasCodes }));
}
