import type { Database } from '@funnel/db';
import type { ChannelSettings } from '@funnel/notifications';
import { pageHeaders, sendPage } from '@funnel/pages';
import { type Clock, methodNotAllowed } from '@funnel/service';
import { Router } from 'express';
import { personAt } from '../account/signed-in.ts';
import type { People } from '../people/people.ts';
import { addRoutes } from './add-routes.ts';
import { brokenRoutes } from './broken-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { notificationsOffPage } from './notifications-page.ts';

/** What the pages of notifications need. */
export interface NotificationDependencies {
  database: Database;
  people: People;
  /** Undefined if this installation sends no notifications. */
  settings: ChannelSettings | undefined;
  clock: Clock;
}

/** `/notifications`: who gets which messages, and what is broken now. */
export function notificationRoutes({ settings, ...dependencies }: NotificationDependencies): Router {
  const router = Router();
  if (settings) {
    const all = { ...dependencies, settings };
    router.use(linkRoutes(all), addRoutes(all), channelRoutes(all), brokenRoutes(all));
    return router;
  }
  const { people } = dependencies;
  router
    .route('/notifications')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (person) sendPage(res, 200, notificationsOffPage({ person, csrf: people.csrfToken(req, res) }));
    })
    .all(methodNotAllowed('GET', 'HEAD'));
  return router;
}
