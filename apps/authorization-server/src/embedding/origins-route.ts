import type { Database } from '@funnel/db';
import { parseId, trustedWebsiteId } from '@funnel/domain';
import { embedOriginsOf } from '@funnel/identity';
import { methodNotAllowed } from '@funnel/service';
import { Router } from 'express';
import { onlyDashboard } from '../provider/dashboard-check.ts';
import type { DashboardClient } from '../provider/provider-clients.ts';

/** Where the dashboard asks. */
export const ORIGINS_PATH = '/embed-origins';

/** `/embed-origins?website_id=11`: tells the dashboard which origins may show a website. None for one that does not exist. */
export function originsRoute({
  database,
  dashboard,
}: {
  database: Database;
  dashboard: DashboardClient;
}): Router {
  const router = Router();
  router
    .route(ORIGINS_PATH)
    .get(onlyDashboard(dashboard), async (req, res) => {
      const id = parseId(req.query['website_id']);
      const origins = id === undefined ? [] : await embedOriginsOf(database, trustedWebsiteId(id));
      res.set('Cache-Control', 'no-store').json({ origins });
    })
    .all(methodNotAllowed('GET', 'HEAD'));
  return router;
}
