import { isEmbedOrigin, parseId } from '@funnel/domain';
import { sendPage } from '@funnel/pages';
import { readBuilt } from '@funnel/report-view';
import { methodNotAllowed, networkOf, type RateLimiter, sendErrorPage } from '@funnel/service';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { PageFiles } from '../pages/page-files.ts';
import { TOP_PATHS } from '../pages/page-paths.ts';
import type { AllowedOrigins } from './allowed-origins.ts';
import { setFrameHeaders } from './frame-headers.ts';
import { framePage } from './frame-page.ts';

export interface EmbedDependencies {
  files: PageFiles;
  allowedOrigins: AllowedOrigins;
  rateLimiter: RateLimiter;
  compress: RequestHandler;
}

const FRAME_PATHS = TOP_PATHS.map((path) => `/embed${path}`);

/** The same for every reason, so that nobody learns whose website it is, or whether there is one. */
const NOT_HERE = {
  title: 'This report cannot be shown here',
  detail:
    'This address shows reports inside of other websites. The owner of the account says where: on the page “Embedding” of the account.',
};

/** `/embed.js`, which other websites load, and the pages of frames inside of them. */
export function embedRoutes({ files, allowedOrigins, rateLimiter, compress }: EmbedDependencies): Router {
  const script = readBuilt('embed.js');

  /** The origin of the page around, and all that may be around it; undefined if it may not show this website. */
  async function ancestorsOf(req: Request): Promise<{ parent: string; all: readonly string[] } | undefined> {
    const parent = originOf(req.headers.referer);
    const websiteId = parseId(req.params['website']);
    if (parent === undefined || websiteId === undefined) return undefined;
    await rateLimiter.take(`embed-page:${networkOf(req.ip)}`);
    const all = await allowedOrigins(websiteId);
    return isEmbedOrigin(parent, all) ? { parent, all } : undefined;
  }

  function refuse(req: Request, res: Response): void {
    setFrameHeaders(res, []);
    sendErrorPage(req, res, 403, NOT_HERE);
  }

  const router = Router();
  router
    .route('/embed.js')
    .get(compress, (_req, res) => {
      res
        .type('js')
        .set('Cache-Control', 'public, max-age=3600')
        .set('X-Content-Type-Options', 'nosniff')
        .set('Cross-Origin-Resource-Policy', 'cross-origin')
        .send(script);
    })
    .all(methodNotAllowed('GET', 'HEAD'));
  // One route each, so that metrics and traces tell them apart.
  for (const path of FRAME_PATHS) {
    router
      .route(path)
      .get(async (req, res) => {
        const ancestors = await ancestorsOf(req);
        if (!ancestors) return refuse(req, res);
        setFrameHeaders(res, ancestors.all);
        return sendPage(res, 200, framePage({ files, parent: ancestors.parent }));
      })
      .all(methodNotAllowed('GET', 'HEAD'));
  }
  return router;
}

function originOf(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
