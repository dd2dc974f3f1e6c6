import type { Database } from '@funnel/db';
import { parseId } from '@funnel/domain';
import { embeddingAccounts, setEmbedOrigins } from '@funnel/identity';
import { errorPage, pageHeaders, sendPage } from '@funnel/pages';
import { methodNotAllowed, requestIdOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { fromSender, personAt } from '../account/signed-in.ts';
import { actorOf } from '../people/actor.ts';
import { parseForm, textOf } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';
import { type EmbeddingPageOptions, embeddingPage } from './embedding-page.ts';
import { readOrigins } from './origins-form.ts';

const NOT_FOUND = {
  title: 'Not found',
  detail: 'It is not an account that you own. Nothing was changed.',
};

/** `/embedding`: where the reports of an account may be shown. */
export function embeddingRoutes({ database, people }: { database: Database; people: People }): Router {
  async function show(
    req: Request,
    res: Response,
    person: Person,
    { status = 200, ...view }: Pick<EmbeddingPageOptions, 'isChanged' | 'refused'> & { status?: number },
  ): Promise<void> {
    const accounts = await embeddingAccounts(database, person.id);
    sendPage(res, status, embeddingPage({ ...view, csrf: people.csrfToken(req, res), person, accounts }));
  }

  const router = Router();
  router
    .route('/embedding')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (person) await show(req, res, person, { isChanged: req.query['notice'] === 'changed' });
    })
    .all(methodNotAllowed('GET', 'HEAD'));

  router
    .route('/embedding/:account')
    .all(pageHeaders)
    .post(
      parseForm,
      fromSender(people, async (req, res, person) => {
        const accountId = parseId(req.params['account']);
        const owned = await embeddingAccounts(database, person.id);
        const text = textOf(req.body, 'origins');
        const read = readOrigins(text);
        if (accountId !== undefined && owned.some(({ id }) => id === accountId)) {
          if ('error' in read) {
            const refused = { accountId, text, error: read.error };
            return show(req, res, person, { status: 422, refused });
          }
          const change = { accountId, ownerId: person.id, origins: read.origins };
          if (await setEmbedOrigins(database, change, actorOf(req, person)))
            return res.redirect(303, '/embedding?notice=changed');
        }
        return sendPage(res, 404, errorPage({ ...NOT_FOUND, requestId: requestIdOf(req) }));
      }),
    )
    .all(methodNotAllowed('POST'));
  return router;
}
