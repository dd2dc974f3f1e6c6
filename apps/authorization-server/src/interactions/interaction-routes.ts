import { pageHeaders } from '@funnel/pages';
import { methodNotAllowed, rejectForgedForm } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { errors } from 'oidc-provider';
import { parseForm } from '../people/forms.ts';
import type { Resources } from '../resources.ts';
import { readRequest } from './authorization-request.ts';
import { showConsent, submitConsent } from './consent-step.ts';
import { admitDashboard, isDashboard } from './dashboard-step.ts';
import { showLogin, submitLogin } from './login-step.ts';
import type { ConsentStep, LoginStep } from './steps.ts';

export interface InteractionDependencies
  extends Pick<ConsentStep, 'provider' | 'database' | 'store' | 'people' | 'dashboardResource'> {
  resources: Resources;
}

/** The pages of an authorization: first the login, then the consent. */
export function interactionRoutes(dependencies: InteractionDependencies): Router {
  const { provider, database, people, resources } = dependencies;

  async function loginStep(req: Request, res: Response): Promise<LoginStep> {
    const interaction = await provider.interactionDetails(req, res);
    const request = await readRequest(provider, resources, interaction);
    return { provider, database, people, interaction, request };
  }

  /** Only the person who signed in for this authorization may decide about it. */
  async function consentStep(step: LoginStep, req: Request): Promise<ConsentStep> {
    const person = await people.currentPerson(req);
    if (!person || String(person.id) !== step.interaction.session?.accountId) {
      throw new errors.SessionNotFound('another user has signed in');
    }
    return { ...dependencies, ...step, person };
  }

  const router = Router();
  router
    .route('/interaction/:uid')
    .all(pageHeaders)
    .get(async (req, res) => {
      const step = await loginStep(req, res);
      if (step.interaction.prompt.name === 'login') await showLogin(step, req, res);
      else await decide(await consentStep(step, req), req, res, showConsent);
    })
    .post(...parseForm, async (req, res) => {
      const step = await loginStep(req, res);
      const isLogin = step.interaction.prompt.name === 'login';
      if (!people.verifyCsrf(req)) {
        // Somebody has signed in in another tab meanwhile: this page shows what comes next.
        if (isLogin && (await people.anyPerson(req))) res.redirect(303, req.originalUrl);
        else rejectForgedForm(req, res);
      } else if (isLogin) await submitLogin(step, req, res);
      else await decide(await consentStep(step, req), req, res, submitConsent);
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));
  return router;
}

/** The person decides about every client but the dashboard. */
function decide(step: ConsentStep, req: Request, res: Response, ask: typeof showConsent): Promise<void> {
  return isDashboard(step) ? admitDashboard(step, req, res) : ask(step, req, res);
}
