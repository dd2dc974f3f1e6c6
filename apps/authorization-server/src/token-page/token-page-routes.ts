import { randomBytes } from 'node:crypto';
import {
  consumeThrottle,
  issuePersonalToken,
  listPersonalTokens,
  revokePersonalToken,
  websitesOfUser,
} from '@funnel/identity';
import type { Database } from '@funnel/db';
import { type Clock, methodNotAllowed, requestIdOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { errorPage } from '../pages/error-page.ts';
import { securityHeaders } from '../pages/security-headers.ts';
import { sendPage } from '../pages/send-page.ts';
import type { People, Person } from '../people/people.ts';
import { form, loginRoutes, refuseForgedForm } from './login-routes.ts';
import type { ResourceUris } from './resources.ts';
import { parseTokenForm } from './token-form.ts';
import { NOTICES, type Notice, type TokenPageOptions, tokenPage } from './token-page.ts';

export interface TokenPageDependencies {
  database: Database;
  people: People;
  resources: ResourceUris;
  clock: Clock;
}

type View = Pick<TokenPageOptions, 'created' | 'entered' | 'faults' | 'notice'>;

/** `/login`, `/logout` and `/tokens`. */
export function tokenPageRoutes({ database, people, resources, clock }: TokenPageDependencies): Router {
  async function show(
    req: Request,
    res: Response,
    person: Person,
    status: number,
    view: View = {},
  ): Promise<void> {
    const [websites, tokens] = await Promise.all([
      websitesOfUser(database, person.id),
      listPersonalTokens(database, person.id),
    ]);
    const csrf = people.csrfToken(req, res);
    const formId = view.entered?.formId || randomBytes(16).toString('base64url');
    const page = { ...view, csrf, formId, person, websites, tokens, resources, now: clock() };
    sendPage(res, status, tokenPage(page));
  }

  /** The person who sent a form of ours; answers in all other cases. */
  async function senderOf(req: Request, res: Response): Promise<Person | undefined> {
    const person = await people.currentPerson(req);
    if (!person) res.redirect(303, '/login');
    else if (!people.verifyCsrf(req)) refuseForgedForm(req, res);
    else return person;
    return undefined;
  }

  const router = Router().use(loginRoutes(people));
  router
    .route('/tokens')
    .all(securityHeaders)
    .get(async (req, res) => {
      const person = await people.currentPerson(req);
      if (person) await show(req, res, person, 200, { notice: readNotice(req.query['notice']) });
      else res.redirect(303, '/login');
    })
    .post(form, async (req, res) => {
      const person = await senderOf(req, res);
      if (!person) return;
      const websites = await websitesOfUser(database, person.id);
      const parsed = parseTokenForm(req.body, new Set(websites.map(({ id }) => id)));
      if ('faults' in parsed) {
        await show(req, res, person, 422, parsed);
        return;
      }
      const { entered, request } = parsed;
      if (!(await isFirstSending(database, `${person.id}:${entered.formId}`, clock()))) {
        res.redirect(303, '/tokens?notice=already-sent');
        return;
      }
      const { token } = await issuePersonalToken(database, {
        ...request,
        userId: person.id,
        resource: resources[request.resource],
      });
      // Answered with the page itself, not a redirect: the token stands in no address and in no store.
      await show(req, res, person, 201, { created: { ...request, token } });
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/tokens/:id/revoke')
    .all(securityHeaders)
    .post(form, async (req, res) => {
      const person = await senderOf(req, res);
      if (!person) return;
      const id = /^[1-9]\d{0,8}$/.test(req.params.id) ? Number(req.params.id) : 0;
      if (await revokePersonalToken(database, person.id, id)) res.redirect(303, '/tokens?notice=revoked');
      else sendPage(res, 404, errorPage({ ...NO_SUCH_TOKEN, requestId: requestIdOf(req) }));
    })
    .all(methodNotAllowed('POST'));
  return router;
}

const NO_SUCH_TOKEN = { title: 'No such token', detail: 'You have no token with this number.' };

/** Reloading the page that shows a token sends its form again: a second token is not what was meant. */
async function isFirstSending(database: Database, sentForm: string, now: Date): Promise<boolean> {
  const rule = { limit: 1, windowSeconds: 24 * 3600 };
  return (await consumeThrottle(database, `token-form:${sentForm}`, { ...rule, now })).allowed;
}

function readNotice(text: unknown): Notice | undefined {
  return typeof text === 'string' && Object.hasOwn(NOTICES, text) ? (text as Notice) : undefined;
}
