import {
  issuePersonalToken,
  listPersonalTokens,
  revokePersonalToken,
  rotatePersonalToken,
  websitesOfUser,
} from '@funnel/identity';
import { parseId } from '@funnel/domain';
import { newFormId, noticeOf, sendPage } from '@funnel/pages';
import { sendErrorPage } from '@funnel/service';
import { Router } from 'express';
import { type PageDependencies, signedInRoutes, type Visit } from '../account/signed-in.ts';
import { isFirstSubmission } from '../people/first-submission.ts';
import { refusedField } from '../people/forms.ts';
import { creatable, pickableWebsites } from '../people/pickable-websites.ts';
import { RESOURCE_KINDS, RESOURCES } from '../resources.ts';
import { loginRoutes } from './login-routes.ts';
import { parseTokenForm } from './token-form.ts';
import { type TokenPageOptions, tokenPage } from './token-page.ts';

const NOTICES = {
  revoked: 'The token was revoked and no longer works.',
  'already-sent': 'This form was already submitted and its token created. A token is shown only once.',
};
const NOT_FOUND = { title: 'Token not found', detail: 'You have no active token with this number.' };

export function tokenPageRoutes({ database, people, resources, clock }: PageDependencies): Router {
  const { router, page, form } = signedInRoutes(people);

  async function show(
    { res, person, csrf }: Visit,
    view: Pick<TokenPageOptions, 'created' | 'input' | 'errors' | 'notice'>,
    status = 200,
  ): Promise<void> {
    const [visible, tokens] = await Promise.all([
      pickableWebsites(database, person.id),
      listPersonalTokens(database, person.id),
    ]);
    const websites = creatable(visible);
    const shown = tokenPage({
      ...view,
      csrf,
      formId: view.input?.formId || newFormId(),
      person,
      websites,
      isReader: visible.length > 0 && websites.length === 0,
      tokens,
      lastWebsiteIds: tokens[0]?.websiteIds,
      resources,
      now: clock(),
    });
    sendPage(res, status, shown);
  }

  page(
    '/tokens',
    (visit) => show(visit, { notice: noticeOf(visit.req.query, NOTICES) }),
    async (visit) => {
      const { req, res, person, actor } = visit;
      const parsed = parseTokenForm(req.body, creatable(await websitesOfUser(database, person.id)));
      if ('errors' in parsed) return show(visit, parsed, 422);
      const { input, request } = parsed;
      if (!(await isFirstSubmission(database, `token-form:${person.id}:${input.formId}`, clock())))
        return res.redirect(303, '/tokens?notice=already-sent');
      const token = { ...request, userId: person.id, resource: resources[request.resource] };
      const issued = await issuePersonalToken(database, token, actor).catch(refusedField);
      if (issued instanceof Error)
        return show(visit, { input: { ...input, formId: '' }, errors: { name: issued.message } }, 422);
      // Sent in the response and not through a redirect, so that the token is in no address and not stored.
      return show(visit, { created: { ...request, token: issued.token } }, 201);
    },
  );

  form('/tokens/:id/revoke', async ({ req, res, person, actor }) => {
    const id = parseId(req.params['id']) ?? 0;
    if (await revokePersonalToken(database, person.id, id, actor))
      res.redirect(303, '/tokens?notice=revoked');
    else sendErrorPage(req, res, 404, NOT_FOUND);
  });

  form('/tokens/:id/rotate', async (visit) => {
    const { req, res, person, actor } = visit;
    const old = { userId: person.id, id: parseId(req.params['id']) ?? 0 };
    const rotated = await rotatePersonalToken(database, old, actor);
    if (!rotated) return sendErrorPage(req, res, 404, NOT_FOUND);
    const resource = RESOURCE_KINDS.find((kind) => resources[kind] === rotated.resource) ?? 'rest';
    const scopes = RESOURCES[resource].scopes.filter((scope) => rotated.scopes.includes(scope));
    return show(visit, { created: { ...rotated, resource, scopes } }, 201);
  });
  return Router().use(loginRoutes({ database, people }), router);
}
