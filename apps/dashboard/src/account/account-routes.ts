import type { Clock } from '@funnel/service';
import type { Router } from 'express';
import { addRoutes } from '../notifications/add-routes.ts';
import { brokenRoutes } from '../notifications/broken-routes.ts';
import { channelRoutes } from '../notifications/channel-routes.ts';
import { accountVisits, type AccountVisitsOptions } from './account-visits.ts';
import { shareLinkRoutes } from '../share-links/share-link-routes.ts';
import { embeddingRoutes } from './embedding-routes.ts';

/** The pages of an account that are here: the authorization server has the others. `url` is the address of the dashboard. */
export function accountRoutes({
  clock,
  url,
  ...options
}: AccountVisitsOptions & { clock: Clock; url: string }): Router {
  const visits = accountVisits(options);
  shareLinkRoutes(visits, url);
  embeddingRoutes(visits);
  addRoutes(visits);
  channelRoutes(visits);
  brokenRoutes(visits, clock);
  return visits.router;
}
