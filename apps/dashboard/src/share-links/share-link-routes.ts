import { randomUUID } from 'node:crypto';
import { parseId } from '@funnel/domain';
import { noticeOf } from '@funnel/pages';
import type { AccountVisits, Visit } from '../account/account-visits.ts';
import type { Mistake } from '../account/ask-about-account.ts';
import { parseShareForm, type ShareFormErrors, suggestedInput } from './share-form.ts';
import { shareLinkPage, shareLinksPage, type ShareLinksPageOptions } from './share-links-page.ts';
import { PATH, readShared, readWebsites } from './read-shared.ts';
import type { ShareLink, ShareLinkOpening } from './share-links.ts';

const NOTICES = {
  revoked: 'The link was revoked and shows nothing more.',
  ended: 'The link had ended already and shows nothing more.',
  'already-sent': 'This form was already submitted and its link created. A link is shown only once.',
};
const NOT_FOUND = 'You have no such link. Go back to the list.';
const NO_CAMPAIGN =
  'The website has no campaign with this number. Open the campaign in the reports and choose “Share” there: its number is filled in then.';

/** `/share-links`: what a person has shared, and how to end it. `url` is the address of the dashboard, which shows what is shared. */
export function shareLinkRoutes({ page, form }: AccountVisits, url: string): void {
  page(
    '/share-links',
    async (visit) => {
      const { query } = visit.req;
      await show(visit, { notice: noticeOf(query, NOTICES), input: suggestedInput(query) });
    },
    (visit) => create(visit, url),
  );

  page('/share-links/:id', async (visit) => {
    const { req, csrf, ask, showNotFound } = visit;
    const id = parseId(req.params['id']);
    if (id === undefined) return showNotFound(NOT_FOUND);
    const answer = await ask<{ link: ShareLink; openings: ShareLinkOpening[] }>({
      method: 'GET',
      path: `${PATH}/${id}/openings`,
    });
    if ('mistake' in answer) return showNotFound(NOT_FOUND);
    const websites = await readWebsites(ask);
    visit.show(200, '/share-links', shareLinkPage({ ...answer.body, csrf, websites }));
  });

  form('/share-links/:id/revoke', async ({ req, res, ask, showNotFound }) => {
    const id = parseId(req.params['id']);
    if (id === undefined) return showNotFound(NOT_FOUND);
    const path = `${PATH}/${id}`;
    const revoked = await ask({ method: 'DELETE', path });
    if (!('mistake' in revoked)) return res.redirect(303, '/share-links?notice=revoked');
    const link = await ask({ method: 'GET', path: `${path}/openings` });
    return 'mistake' in link ? showNotFound(NOT_FOUND) : res.redirect(303, '/share-links?notice=ended');
  });
}

async function show(
  visit: Visit,
  view: Pick<ShareLinksPageOptions, 'created' | 'input' | 'errors' | 'notice'>,
  status = 200,
): Promise<void> {
  const { csrf, ask } = visit;
  const shared = await readShared(ask);
  const formId = view.input?.formId || randomUUID();
  visit.show(status, '/share-links', shareLinksPage({ ...view, ...shared, csrf, formId }));
}

async function create(visit: Visit, url: string): Promise<void> {
  const { req, res, ask } = visit;
  const { shareable } = await readShared(ask);
  const parsed = parseShareForm(req.body, shareable);
  if ('errors' in parsed) return show(visit, parsed, 422);
  const { input, websiteId, asked } = parsed;
  const answer = await ask<ShareLink & { secret: string | null }>({
    method: 'POST',
    path: `${PATH}?website_id=${websiteId}`,
    body: asked,
  });
  if ('mistake' in answer) return show(visit, { input, errors: errorsOf(answer.mistake) }, 422);
  const { secret, ...link } = answer.body;
  if (secret === null) return res.redirect(303, '/share-links?notice=already-sent');
  // Sent in the response and not through a redirect, so that the secret is in no address of ours and not stored.
  return show(visit, { created: { link, address: `${url}/s/${secret}` } }, 201);
}

/** The field that the REST API complains about. */
function errorsOf({ detail, parameter }: Mistake): ShareFormErrors {
  if (parameter === 'campaign_id') return { campaign: NO_CAMPAIGN };
  if (parameter === 'website_id') return { website: detail };
  return parameter === 'name' || parameter === 'password' ? { [parameter]: detail } : { life: detail };
}
