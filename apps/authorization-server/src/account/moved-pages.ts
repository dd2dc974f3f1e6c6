import { DASHBOARD_PAGES } from '@funnel/pages';
import { methodNotAllowed } from '@funnel/service';
import { Router } from 'express';

/** Pages that were here, and are the dashboard's now. Mails and bookmarks lead to the old addresses. */
export function movedPages(dashboardUrl: string): Router {
  const router = Router();
  for (const path of DASHBOARD_PAGES)
    router
      .route([path, `${path}/*below`])
      .get((req, res) => res.redirect(303, `${dashboardUrl}${req.originalUrl}`))
      .all(methodNotAllowed('GET', 'HEAD'));
  return router;
}
