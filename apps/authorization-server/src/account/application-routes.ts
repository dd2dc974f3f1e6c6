import type { Database } from '@funnel/db';
import { disconnectApplication, listApplications, websitesOfUser } from '@funnel/identity';
import { errorPage, pageHeaders, sendPage } from '@funnel/pages';
import { methodNotAllowed, requestIdOf } from '@funnel/service';
import { Router } from 'express';
import { actorOf } from '../people/actor.ts';
import { parseForm } from '../people/forms.ts';
import type { People } from '../people/people.ts';
import type { ResourceUris } from '../resources.ts';
import { applicationsPage } from './applications-page.ts';
import { personAt, senderOf } from './signed-in.ts';

/** What the page needs. */
export interface ApplicationDependencies {
  database: Database;
  people: People;
  resources: ResourceUris;
}

const NOT_FOUND = {
  title: 'Application not found',
  detail: 'It may be disconnected already. Go back to the list to see what is connected.',
};

/** `/applications`: what a person has allowed, and how to end it. */
export function applicationRoutes({ database, people, resources }: ApplicationDependencies): Router {
  const router = Router();
  router
    .route('/applications')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (!person) return;
      const page = applicationsPage({
        csrf: people.csrfToken(req, res),
        person,
        applications: await listApplications(database, person.id),
        websites: await websitesOfUser(database, person.id),
        resources,
        isDisconnected: req.query['notice'] === 'disconnected',
      });
      sendPage(res, 200, page);
    })
    .all(methodNotAllowed('GET', 'HEAD'));
  router
    .route('/applications/:id/disconnect')
    .all(pageHeaders)
    .post(parseForm, async (req, res) => {
      const person = await senderOf(people, req, res);
      if (!person) return;
      const own = await listApplications(database, person.id);
      const application = own.find(({ id }) => id === req.params.id);
      if (!application) {
        sendPage(res, 404, errorPage({ ...NOT_FOUND, requestId: requestIdOf(req) }));
        return;
      }
      await disconnectApplication(database, application, actorOf(req, person));
      res.redirect(303, '/applications?notice=disconnected');
    })
    .all(methodNotAllowed('POST'));
  return router;
}
