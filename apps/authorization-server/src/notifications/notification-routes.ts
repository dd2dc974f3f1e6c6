import type { ChannelSettings } from '@funnel/notifications';
import { sendPage } from '@funnel/pages';
import { Router } from 'express';
import { signedInRoutes } from '../account/signed-in.ts';
import { addRoutes, type ChannelDependencies } from './add-routes.ts';
import { brokenRoutes } from './broken-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { notificationsOffPage } from './notifications-page.ts';

export interface NotificationDependencies extends Omit<ChannelDependencies, 'settings'> {
  /** Undefined if this installation sends no notifications. */
  settings: ChannelSettings | undefined;
}

/** `/notifications`: who gets which messages, and what is broken now. */
export function notificationRoutes({ settings, ...dependencies }: NotificationDependencies): Router {
  if (settings) {
    const all = { ...dependencies, settings };
    return Router().use(linkRoutes(all), addRoutes(all), channelRoutes(all), brokenRoutes(all));
  }
  const { router, page } = signedInRoutes(dependencies.people);
  page('/notifications', (visit) => sendPage(visit.res, 200, notificationsOffPage(visit)));
  return router;
}
