import { type Database, embedOriginsOf } from '@funnel/db';
import { parseId } from '@funnel/domain';
import { methodNotAllowed } from '@funnel/service';
import { Router } from 'express';
import { requireDashboard } from '../provider/dashboard-check.ts';
import type { DashboardClient } from '../provider/provider-clients.ts';

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
    .route('/embed-origins')
    .get(requireDashboard(dashboard), async (req, res) => {
      const id = parseId(req.query['website_id']);
      const origins = id === undefined ? [] : await embedOriginsOf(database.orm, id);
      res.set('Cache-Control', 'no-store').json({ origins });
    })
    .all(methodNotAllowed('GET', 'HEAD'));
  return router;
}
