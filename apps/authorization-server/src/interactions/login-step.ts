import type { Request, Response } from 'express';
import type { Interaction, Provider } from 'oidc-provider';
import { loginPage } from '../pages/login-page.ts';
import { sendPage } from '../pages/serve-pages.ts';
import { describeLoginFailure, readCredentials } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';
import { type AuthorizationRequest, clientNameOf } from './authorization-request.ts';

/** The first step of an authorization: a person signs in. */
export interface LoginStep {
  provider: Provider;
  people: People;
  interaction: Interaction;
  request: AuthorizationRequest;
}

/** Shows the login page. A person who is already signed in skips it, unless the client requires the password. */
export async function showLogin(step: LoginStep, req: Request, res: Response): Promise<void> {
  const { prompt, params } = step.interaction;
  const requiresPassword = prompt.reasons.includes('login_prompt') || params['max_age'] !== undefined;
  const person = requiresPassword ? undefined : await step.people.currentPerson(req);
  if (person) await finishLogin(step, req, res, person);
  else show(step, req, res, 200);
}

/** Handles the login form. */
export async function submitLogin(step: LoginStep, req: Request, res: Response): Promise<void> {
  const credentials = readCredentials(req.body);
  const result = await step.people.logIn(req, res, credentials);
  if ('person' in result) {
    await finishLogin(step, req, res, result.person);
    return;
  }
  const { status, message, headers } = describeLoginFailure(result);
  show(step, req, res.set(headers), status, { email: credentials.email, error: message });
}

/** Starts a new session of oidc-provider for the person, because an old one may belong to someone else. */
async function finishLogin(
  { provider }: LoginStep,
  req: Request,
  res: Response,
  person: Person,
): Promise<void> {
  const session = provider.cookieName('session');
  res.clearCookie(session, { httpOnly: true, sameSite: 'lax' });
  res.clearCookie(`${session}.sig`, { httpOnly: true, sameSite: 'lax' });
  const login = { accountId: String(person.id), remember: false };
  await provider.interactionFinished(req, res, { login }, { mergeWithLastSubmission: false });
}

function show(
  { people, interaction, request }: LoginStep,
  req: Request,
  res: Response,
  status: number,
  view: { email?: string; error?: string } = {},
): void {
  const csrf = people.csrfToken(req, res);
  const action = `/interaction/${interaction.uid}`;
  sendPage(res, status, loginPage({ csrf, action, clientName: clientNameOf(request.client), ...view }));
}
