import type { Database } from '@funnel/db';
import { parseId, ServiceError } from '@funnel/domain';
import {
  createShareLink,
  findShareLink,
  hashPassword,
  listOpenings,
  listShareLinks,
  readCampaignNames,
  revokeShareLink,
  websitesOfUser,
} from '@funnel/identity';
import { allowScript, errorPage, pageHeaders, sendPage } from '@funnel/pages';
import { type Clock, methodNotAllowed, requestIdOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { personAt, senderOf } from '../account/signed-in.ts';
import { actorOf } from '../people/actor.ts';
import { isFirstSubmission, newFormId } from '../people/first-submission.ts';
import { parseForm } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';
import { creatable } from '../people/pickable-websites.ts';
import { parseShareForm, type ShareFormRequest, suggestedInput } from './share-form.ts';
import {
  NOTICES,
  type Notice,
  shareLinkPage,
  shareLinksPage,
  type ShareLinksPageOptions,
} from './share-links-page.ts';

/** What the pages of share links need. */
export interface ShareLinkDependencies {
  database: Database;
  people: People;
  /** The identifier of the REST API. */
  resource: string;
  /** The address of the dashboard, which shows what is shared. */
  reportsUrl: string;
  clock: Clock;
}

type View = Pick<ShareLinksPageOptions, 'created' | 'input' | 'errors' | 'notice'>;

const NOT_FOUND = { title: 'Link not found', detail: 'You have no such link. Go back to the list.' };

const NO_CAMPAIGN =
  'The website has no campaign with this number. Open the campaign in the reports and choose “Share” there: its number is filled in then.';

/** `/share-links`: what a person has shared, and how to end it. */
export function shareLinkRoutes(dependencies: ShareLinkDependencies): Router {
  const { database, people, resource, reportsUrl, clock } = dependencies;

  async function show(
    req: Request,
    res: Response,
    person: Person,
    status: number,
    view: View = {},
  ): Promise<void> {
    const [websites, links] = await Promise.all([
      websitesOfUser(database, person.id),
      listShareLinks(database, person.id),
    ]);
    if (view.created) allowScript(res);
    const page = shareLinksPage({
      ...view,
      csrf: people.csrfToken(req, res),
      formId: view.input?.formId || newFormId(),
      person,
      websites,
      shareable: creatable(websites),
      links,
      campaignName: await readCampaignNames(database, links),
      now: clock(),
    });
    sendPage(res, status, page);
  }

  const notFound = (req: Request, res: Response) =>
    sendPage(res, 404, errorPage({ ...NOT_FOUND, requestId: requestIdOf(req) }));

  async function create(req: Request, person: Person, { password, ...request }: ShareFormRequest) {
    const passwordHash = password === undefined ? null : await people.inTurn(() => hashPassword(password));
    const link = { ...request, userId: person.id, resource, passwordHash };
    return createShareLink(database, link, actorOf(req, person)).catch(refusalOf);
  }

  const router = Router();
  router
    .route('/share-links')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (!person) return;
      const { notice } = req.query;
      await show(req, res, person, 200, { notice: readNotice(notice), input: suggestedInput(req.query) });
    })
    .post(parseForm, async (req, res) => {
      const person = await senderOf(people, req, res);
      if (!person) return;
      const parsed = parseShareForm(req.body, creatable(await websitesOfUser(database, person.id)));
      if ('errors' in parsed) {
        await show(req, res, person, 422, parsed);
        return;
      }
      const { input, request } = parsed;
      const campaignName = await readCampaignNames(database, [request]);
      if (request.campaignId !== null && campaignName(request) === undefined) {
        await show(req, res, person, 422, { input, errors: { campaign: NO_CAMPAIGN } });
        return;
      }
      if (!(await isFirstSubmission(database, `share-form:${person.id}:${input.formId}`, clock()))) {
        res.redirect(303, '/share-links?notice=already-sent');
        return;
      }
      const made = await create(req, person, request);
      if (typeof made === 'string') {
        await show(req, res, person, 422, { input: { ...input, formId: '' }, errors: { life: made } });
        return;
      }
      const { expiresAt, secret } = made;
      const address = `${reportsUrl}/s/${secret}`;
      // Sent in the response and not through a redirect, so that the secret is in no address of ours and not stored.
      const created = { ...request, expiresAt, address, hasPassword: request.password !== undefined };
      await show(req, res, person, 201, { created });
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/share-links/:id')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (!person) return;
      const link = await findShareLink(database, { userId: person.id, id: parseId(req.params.id) ?? 0 });
      if (!link) return notFound(req, res);
      const page = shareLinkPage({
        csrf: people.csrfToken(req, res),
        person,
        link,
        openings: await listOpenings(database, link.id),
        websites: await websitesOfUser(database, person.id),
        campaignName: await readCampaignNames(database, [link]),
        now: clock(),
      });
      sendPage(res, 200, page);
    })
    .all(methodNotAllowed('GET', 'HEAD'));

  router
    .route('/share-links/:id/revoke')
    .all(pageHeaders)
    .post(parseForm, async (req, res) => {
      const person = await senderOf(people, req, res);
      if (!person) return;
      const which = { userId: person.id, id: parseId(req.params.id) ?? 0 };
      if (await revokeShareLink(database, which, actorOf(req, person)))
        res.redirect(303, '/share-links?notice=revoked');
      else notFound(req, res);
    })
    .all(methodNotAllowed('POST'));
  return router;
}

/** Why a link was refused, in words for the person; other errors go on. */
function refusalOf(error: unknown): string {
  if (error instanceof ServiceError && error.code === 'invalid_field') return error.message;
  throw error;
}

function readNotice(text: unknown): Notice | undefined {
  return typeof text === 'string' && Object.hasOwn(NOTICES, text) ? (text as Notice) : undefined;
}
