import { randomUUID } from 'node:crypto';
import { parseId } from '@funnel/domain';
import {
  createLinkPasswords,
  createShareLink,
  findShareLink,
  listOpenings,
  listShareLinks,
  readCampaignNames,
  revokeShareLink,
  type UserWebsite,
  websitesOfUser,
} from '@funnel/identity';
import { allowScript, noticeOf, sendPage } from '@funnel/pages';
import type { Router } from 'express';
import { type PageDependencies, signedInRoutes, type Visit } from '../account/signed-in.ts';
import { isFirstSubmission, newFormId } from '../people/first-submission.ts';
import { refusedField, sendErrorPage } from '../people/forms.ts';
import { creatable } from '../people/pickable-websites.ts';
import { parseShareForm, type ShareFormRequest, suggestedInput } from './share-form.ts';
import { shareLinkPage, shareLinksPage, type ShareLinksPageOptions } from './share-links-page.ts';

export interface ShareLinkDependencies extends Pick<PageDependencies, 'database' | 'people' | 'clock'> {
  /** The address of the dashboard, which shows what is shared. */
  reportsUrl: string;
}

/** What has just happened, by the value of `notice` in the address. */
const NOTICES = {
  revoked: 'The link was revoked and shows nothing more.',
  'already-sent': 'This form was already submitted and its link created. A link is shown only once.',
};
const NOT_FOUND = { title: 'Link not found', detail: 'You have no such link. Go back to the list.' };
const NO_CAMPAIGN =
  'The website has no campaign with this number. Open the campaign in the reports and choose “Share” there: its number is filled in then.';

/** `/share-links`: what a person has shared, and how to end it. */
export function shareLinkRoutes(dependencies: ShareLinkDependencies): Router {
  const { database, people, reportsUrl, clock } = dependencies;
  const hash = createLinkPasswords();
  const { router, page, form } = signedInRoutes(people);

  async function show(
    { res, person, csrf }: Visit,
    view: Pick<ShareLinksPageOptions, 'created' | 'input' | 'errors' | 'notice'>,
    status = 200,
  ): Promise<void> {
    const websites = await websitesOfUser(database, person.id);
    const { links } = await listShareLinks(database, scopeOf(person.id, websites));
    if (view.created) allowScript(res);
    const shown = shareLinksPage({
      ...view,
      csrf,
      formId: view.input?.formId || newFormId(),
      person,
      websites,
      shareable: creatable(websites),
      links,
      campaignName: await readCampaignNames(database, links),
      now: clock(),
    });
    sendPage(res, status, shown);
  }

  async function create({ person, actor }: Visit, { password, ...request }: ShareFormRequest) {
    const link = { ...request, requestId: randomUUID(), userId: person.id, password: password ?? null };
    return createShareLink(database, link, { hash, by: actor }).catch(refusedField);
  }

  page(
    '/share-links',
    (visit) => {
      const { req } = visit;
      return show(visit, { notice: noticeOf(req.query, NOTICES), input: suggestedInput(req.query) });
    },
    async (visit) => {
      const { req, res, person } = visit;
      const parsed = parseShareForm(req.body, creatable(await websitesOfUser(database, person.id)));
      if ('errors' in parsed) return show(visit, parsed, 422);
      const { input, request } = parsed;
      const campaignName = await readCampaignNames(database, [request]);
      if (request.campaignId !== null && campaignName(request) === undefined)
        return show(visit, { input, errors: { campaign: NO_CAMPAIGN } }, 422);
      if (!(await isFirstSubmission(database, `share-form:${person.id}:${input.formId}`, clock())))
        return res.redirect(303, '/share-links?notice=already-sent');
      const made = await create(visit, request);
      if (made instanceof Error)
        return show(visit, { input: { ...input, formId: '' }, errors: { life: made.message } }, 422);
      const { secret } = made;
      const expiresAt = new Date(clock().getTime() + request.lifeDays * 86_400_000);
      const address = `${reportsUrl}/s/${secret}`;
      // Sent in the response and not through a redirect, so that the secret is in no address of ours and not stored.
      const created = { ...request, expiresAt, address, hasPassword: request.password !== undefined };
      return show(visit, { created }, 201);
    },
  );

  page('/share-links/:id', async (visit) => {
    const { req, res, person, csrf } = visit;
    const websites = await websitesOfUser(database, person.id);
    const scope = scopeOf(person.id, websites);
    const link = await findShareLink(database, scope, parseId(req.params['id']) ?? 0);
    if (!link) return sendErrorPage(req, res, 404, NOT_FOUND);
    const shown = shareLinkPage({
      csrf,
      person,
      link,
      openings: await listOpenings(database, scope, link.id),
      websites,
      campaignName: await readCampaignNames(database, [link]),
      now: clock(),
    });
    return sendPage(res, 200, shown);
  });

  form('/share-links/:id/revoke', async ({ req, res, person, actor }) => {
    const scope = scopeOf(person.id, await websitesOfUser(database, person.id));
    if (await revokeShareLink(database, scope, parseId(req.params['id']) ?? 0, actor))
      res.redirect(303, '/share-links?notice=revoked');
    else sendErrorPage(req, res, 404, NOT_FOUND);
  });
  return router;
}

const scopeOf = (userId: number, websites: readonly UserWebsite[]) => ({
  userId,
  websiteIds: websites.map(({ id }) => id),
});
