import { randomBytes } from 'node:crypto';
import {
  consumeThrottle,
  issuePersonalToken,
  listPersonalTokens,
  revokePersonalToken,
  rotatePersonalToken,
  websitesOfUser,
} from '@funnel/identity';
import type { Database } from '@funnel/db';
import { parseId, ServiceError } from '@funnel/domain';
import { allowScript, errorPage, pageHeaders, sendPage } from '@funnel/pages';
import { type Clock, methodNotAllowed, requestIdOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { personAt, senderOf } from '../account/signed-in.ts';
import { searchScript } from '../pages/website-picker.ts';
import { actorOf } from '../people/actor.ts';
import { parseForm } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';
import { creatable, pickableWebsites } from '../people/pickable-websites.ts';
import { RESOURCE_KINDS, RESOURCES, type ResourceUris } from '../resources.ts';
import { loginRoutes } from './login-routes.ts';
import { parseTokenForm } from './token-form.ts';
import { NOTICES, type Notice, type TokenPageOptions, tokenPage } from './token-page.ts';

/** What the token page needs. */
export interface TokenPageDependencies {
  database: Database;
  people: People;
  resources: ResourceUris;
  clock: Clock;
}

type View = Pick<TokenPageOptions, 'created' | 'input' | 'errors' | 'notice'>;

/** The routes `/login`, `/logout` and `/tokens`. */
export function tokenPageRoutes({ database, people, resources, clock }: TokenPageDependencies): Router {
  async function show(
    req: Request,
    res: Response,
    person: Person,
    status: number,
    view: View = {},
  ): Promise<void> {
    const [visible, tokens] = await Promise.all([
      pickableWebsites(database, person.id),
      listPersonalTokens(database, person.id),
    ]);
    const websites = creatable(visible);
    const isReader = visible.length > 0 && websites.length === 0;
    const csrf = people.csrfToken(req, res);
    const formId = view.input?.formId || randomBytes(16).toString('base64url');
    if (view.created || searchScript(websites)) allowScript(res);
    const lastWebsiteIds = tokens[0]?.websiteIds;
    const shown = { csrf, formId, person, websites, isReader, tokens, lastWebsiteIds, resources };
    const page = { ...view, ...shown, now: clock() };
    sendPage(res, status, tokenPage(page));
  }

  const router = Router().use(loginRoutes({ database, people }));
  router
    .route('/tokens')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (person) await show(req, res, person, 200, { notice: readNotice(req.query['notice']) });
    })
    .post(parseForm, async (req, res) => {
      const person = await senderOf(people, req, res);
      if (!person) return;
      const parsed = parseTokenForm(req.body, creatable(await websitesOfUser(database, person.id)));
      if ('errors' in parsed) {
        await show(req, res, person, 422, parsed);
        return;
      }
      const { input, request } = parsed;
      if (!(await isFirstSubmission(database, `${person.id}:${input.formId}`, clock()))) {
        res.redirect(303, '/tokens?notice=already-sent');
        return;
      }
      const issued = await issuePersonalToken(
        database,
        { ...request, userId: person.id, resource: resources[request.resource] },
        actorOf(req, person),
      ).catch(refusalOf);
      if (typeof issued === 'string') {
        await show(req, res, person, 422, { input: { ...input, formId: '' }, errors: { name: issued } });
        return;
      }
      // Sent in the response and not through a redirect, so that the token is in no address and not stored.
      await show(req, res, person, 201, { created: { ...request, token: issued.token } });
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/tokens/:id/revoke')
    .all(pageHeaders)
    .post(parseForm, async (req, res) => {
      const person = await senderOf(people, req, res);
      if (!person) return;
      const id = parseId(req.params.id) ?? 0;
      if (await revokePersonalToken(database, person.id, id, actorOf(req, person)))
        res.redirect(303, '/tokens?notice=revoked');
      else sendPage(res, 404, errorPage({ ...TOKEN_NOT_FOUND, requestId: requestIdOf(req) }));
    })
    .all(methodNotAllowed('POST'));

  router
    .route('/tokens/:id/rotate')
    .all(pageHeaders)
    .post(parseForm, async (req, res) => {
      const person = await senderOf(people, req, res);
      if (!person) return;
      const old = { userId: person.id, id: parseId(req.params.id) ?? 0 };
      const rotated = await rotatePersonalToken(database, old, actorOf(req, person));
      if (!rotated) {
        sendPage(res, 404, errorPage({ ...TOKEN_NOT_FOUND, requestId: requestIdOf(req) }));
        return;
      }
      const resource = RESOURCE_KINDS.find((kind) => resources[kind] === rotated.resource) ?? 'rest';
      const scopes = RESOURCES[resource].scopes.filter((scope) => rotated.scopes.includes(scope));
      await show(req, res, person, 201, { created: { ...rotated, resource, scopes } });
    })
    .all(methodNotAllowed('POST'));
  return router;
}

/** Why a token was refused, in words for the person; other errors go on. */
function refusalOf(error: unknown): string {
  if (error instanceof ServiceError && error.code === 'invalid_field') return error.message;
  throw error;
}

const TOKEN_NOT_FOUND = { title: 'Token not found', detail: 'You have no active token with this number.' };

/** Reloading the page with the new token sends its form again, which must not create a second token. */
async function isFirstSubmission(database: Database, form: string, now: Date): Promise<boolean> {
  const rule = { limit: 1, windowSeconds: 24 * 3600 };
  return (await consumeThrottle(database, `token-form:${form}`, { ...rule, now })).allowed;
}

function readNotice(text: unknown): Notice | undefined {
  return typeof text === 'string' && Object.hasOwn(NOTICES, text) ? (text as Notice) : undefined;
}
