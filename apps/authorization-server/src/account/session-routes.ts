import type { Database } from '@funnel/db';
import { endSessions, listSessions } from '@funnel/identity';
import { errorPage, pageHeaders, sendPage } from '@funnel/pages';
import { type Clock, methodNotAllowed, requestIdOf } from '@funnel/service';
import { Router } from 'express';
import { actorOf } from '../people/actor.ts';
import { parseForm } from '../people/forms.ts';
import type { People } from '../people/people.ts';
import { sessionsPage } from './sessions-page.ts';
import { personAt, senderOf } from './signed-in.ts';

const NOT_FOUND = { title: 'Not found', detail: 'It may have ended already. Go back to the list.' };

/** `/sessions`: where a person is signed in, and how to end it. */
export function sessionRoutes({
  database,
  people,
  clock,
}: {
  database: Database;
  people: People;
  clock: Clock;
}): Router {
  const router = Router();
  router
    .route('/sessions')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (!person) return;
      const current = people.sessionId(req) ?? '';
      const page = sessionsPage({
        csrf: people.csrfToken(req, res),
        person,
        sessions: await listSessions(database, person.id, { current, now: clock() }),
        isEnded: req.query['notice'] === 'ended',
      });
      sendPage(res, 200, page);
    })
    .all(methodNotAllowed('GET', 'HEAD'));

  router
    .route(['/sessions/end-others', '/sessions/:id/end'])
    .all(pageHeaders)
    .post(parseForm, async (req, res) => {
      const person = await senderOf(people, req, res);
      if (!person) return;
      const { id } = req.params;
      const which = typeof id === 'string' ? { id } : { allBut: people.sessionId(req) ?? '' };
      const count = await endSessions(database, person.id, which, actorOf(req, person));
      if (count === 0) sendPage(res, 404, errorPage({ ...NOT_FOUND, requestId: requestIdOf(req) }));
      else res.redirect(303, '/sessions?notice=ended');
    })
    .all(methodNotAllowed('POST'));
  return router;
}
