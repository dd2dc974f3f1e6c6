import { ServiceError } from '@funnel/domain';
import { prefersPage, sendPage } from '@funnel/pages';
import { methodNotAllowed } from '@funnel/service';
import { Router } from 'express';
import type { Sessions } from '../sessions/sessions.ts';
import type { BeginSignIn } from '../sign-in/sign-in.ts';
import type { PageFiles } from './page-files.ts';
import { reportHeaders } from './page-headers.ts';
import { PAGE_PATHS } from './page-paths.ts';
import { shell } from './shell.ts';

export interface PageDependencies {
  files: PageFiles;
  issuer: string;
  sessions: Sessions;
  beginSignIn: BeginSignIn;
}

/** The pages of the reports. Somebody who is not signed in comes back to the same address after the sign-in. */
export function pageRoutes({ files, issuer, sessions, beginSignIn }: PageDependencies): Router {
  const router = Router();
  // One route each, so that metrics and traces tell them apart.
  for (const path of PAGE_PATHS) {
    router
      .route(path)
      .all(reportHeaders)
      .get(async (req, res) => {
        const found = await sessions.find(req);
        // Here and not first in the script, so that nobody sees an empty page whose session has ended.
        const session = found && (await sessions.fresh(found));
        if (session) {
          const { email } = session;
          return sendPage(res, 200, shell({ files, issuer, email, csrf: sessions.csrfToken(req) }));
        }
        if (!prefersPage(req))
          throw new ServiceError('unauthorized', 'Open this address in a browser to sign in.');
        return beginSignIn(req, res, req.originalUrl);
      })
      .all(methodNotAllowed('GET', 'HEAD'));
  }
  return router;
}
