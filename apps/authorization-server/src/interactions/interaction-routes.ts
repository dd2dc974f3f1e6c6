import type { AuthorizationStore } from '@funnel/identity';
import type { Database } from '@funnel/db';
import { methodNotAllowed } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { errors, type Provider } from 'oidc-provider';
import { securityHeaders } from '../pages/index.ts';
import type { People } from '../people/people.ts';
import type { Resources } from '../provider/resources.ts';
import { form, refuseForgedForm } from '../token-page/login-routes.ts';
import { readRequest } from './authorization-request.ts';
import { type ConsentStep, showConsent, submitConsent } from './consent-step.ts';
import { type LoginStep, showLogin, submitLogin } from './login-step.ts';

export interface InteractionDependencies {
  provider: Provider;
  database: Database;
  store: AuthorizationStore;
  people: People;
  resources: Resources;
}

/** What a person is asked during an authorization: first who they are, then what the client may have. */
export function interactionRoutes(dependencies: InteractionDependencies): Router {
  const { provider, people, resources } = dependencies;

  async function loginStep(req: Request, res: Response): Promise<LoginStep> {
    const interaction = await provider.interactionDetails(req, res);
    return { provider, people, interaction, request: await readRequest(provider, resources, interaction) };
  }

  /** Only the person who logged in for this authorization may decide on it. */
  async function consentStep(step: LoginStep, req: Request): Promise<ConsentStep> {
    const person = await people.currentPerson(req);
    if (!person || String(person.id) !== step.interaction.session?.accountId) {
      throw new errors.SessionNotFound('somebody else is signed in by now');
    }
    return { ...dependencies, ...step, person };
  }

  const router = Router();
  router
    .route('/interaction/:uid')
    .all(securityHeaders)
    .get(async (req, res) => {
      const step = await loginStep(req, res);
      if (step.interaction.prompt.name === 'login') await showLogin(step, req, res);
      else await showConsent(await consentStep(step, req), req, res);
    })
    .post(form, async (req, res) => {
      const step = await loginStep(req, res);
      if (!people.verifyCsrf(req)) refuseForgedForm(req, res);
      else if (step.interaction.prompt.name === 'login') await submitLogin(step, req, res);
      else await submitConsent(await consentStep(step, req), req, res);
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));
  return router;
}
