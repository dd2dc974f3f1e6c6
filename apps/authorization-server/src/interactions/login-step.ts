import type { Request, Response } from 'express';
import type { Interaction, Provider } from 'oidc-provider';
import { loginPage, sendPage } from '../pages/index.ts';
import { readCredentials } from '../people/credentials.ts';
import { refuseLogin } from '../people/login-failure.ts';
import type { People, Person } from '../people/people.ts';
import { type AuthorizationRequest, nameOf } from './authorization-request.ts';

export interface LoginStep {
  provider: Provider;
  people: People;
  interaction: Interaction;
  request: AuthorizationRequest;
}

/** Whoever is logged in already goes on, unless the client wants the password again. */
export async function showLogin(step: LoginStep, req: Request, res: Response): Promise<void> {
  const { prompt, params } = step.interaction;
  const wantsPassword = prompt.reasons.includes('login_prompt') || params['max_age'] !== undefined;
  const person = wantsPassword ? undefined : await step.people.currentPerson(req);
  if (person) await goOn(step, req, res, person);
  else show(step, req, res, 200);
}

export async function submitLogin(step: LoginStep, req: Request, res: Response): Promise<void> {
  const credentials = readCredentials(req.body);
  const result = await step.people.logIn(req, res, credentials);
  if ('person' in result) {
    await goOn(step, req, res, result.person);
    return;
  }
  const { status, message, headers } = refuseLogin(result);
  show(step, req, res.set(headers), status, { email: credentials.email, error: message });
}

/** A new session of oidc-provider carries the person: an older one may be somebody else's. */
async function goOn({ provider }: LoginStep, req: Request, res: Response, person: Person): Promise<void> {
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
  sendPage(res, status, loginPage({ csrf, action, clientName: nameOf(request.client), ...view }));
}
