import { sendPage } from '@funnel/pages';
import type { Request, Response } from 'express';
import { secondFactorFirstPage } from '../pages/second-step-page.ts';
import { describeLoginFailure, readLoginForm } from '../people/forms.ts';
import type { Person } from '../people/people.ts';
import { type LoginView, showLoginPage } from '../people/show-login.ts';
import { clientNameOf } from './authorization-request.ts';
import type { LoginStep } from './steps.ts';

/** Shows the login page. A person who is already signed in skips it, unless the client requires the password. */
export async function showLogin(step: LoginStep, req: Request, res: Response): Promise<void> {
  const { prompt, params } = step.interaction;
  const requiresPassword = prompt.reasons.includes('login_prompt') || params['max_age'] !== undefined;
  const person = await step.people.anyPerson(req);
  // A login at a company has just led back here.
  const isFresh = person && person.signedInAt.getTime() / 1000 > (step.interaction.iat ?? Infinity);
  if (person && (!requiresPassword || isFresh)) await finishLogin(step, req, res, person);
  else await show(step, req, res);
}

export async function submitLogin(step: LoginStep, req: Request, res: Response): Promise<void> {
  const form = readLoginForm(req.body);
  const result = await step.people.logIn(req, res, form);
  if ('person' in result) return finishLogin(step, req, res, result.person);
  if ('continues' in result) return show(step, req, res);
  const { status, message, headers } = describeLoginFailure(result);
  await show(step, req, res.set(headers), { status, email: form.email, error: message });
}

/** Starts a new session of oidc-provider for the person, because an old one may belong to someone else. */
async function finishLogin(
  { provider, people }: LoginStep,
  req: Request,
  res: Response,
  person: Person,
): Promise<void> {
  if (!(await people.currentPerson(req))) return sendPage(res, 403, secondFactorFirstPage());
  const session = provider.cookieName('session');
  res.clearCookie(session, { httpOnly: true, sameSite: 'lax' });
  res.clearCookie(`${session}.sig`, { httpOnly: true, sameSite: 'lax' });
  const login = { accountId: String(person.id), remember: false };
  await provider.interactionFinished(req, res, { login }, { mergeWithLastSubmission: false });
}

function show(
  { database, people, interaction, request }: LoginStep,
  req: Request,
  res: Response,
  view: Omit<LoginView, 'action' | 'company' | 'clientName'> = {},
): Promise<void> {
  const action = `/interaction/${interaction.uid}`;
  const clientName = clientNameOf(request.client);
  const company = `/login/company?interaction=${interaction.uid}`;
  return showLoginPage({ database, people }, req, res, { action, company, clientName, ...view });
}
