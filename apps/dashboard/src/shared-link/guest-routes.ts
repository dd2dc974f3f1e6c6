import { ServiceError } from '@funnel/domain';
import { pageHeaders, sendPage } from '@funnel/pages';
import { admissionOf, methodNotAllowed, networkOf, type RateLimiter } from '@funnel/service';
import express, { type Request, type Response, Router } from 'express';
import type { Askers } from '../data/data-routes.ts';
import type { PageFiles } from '../pages/page-files.ts';
import { reportHeaders } from '../pages/page-headers.ts';
import {
  CLOSED,
  ENDED,
  type GuestMessage,
  guestMessage,
  guestPage,
  NOT_SHARED,
  passwordPage,
} from './guest-pages.ts';
import type { Guest, Guests } from './guests.ts';
import type { LinkRefusal, ShareClient } from './share-client.ts';
import { firstPage, isLinkSecret, isPageOf, SHARED_PATHS, sharedIdIn, sharedIdOf } from './shared-paths.ts';

export interface GuestDependencies {
  files: PageFiles;
  client: ShareClient;
  guests: Guests;
  rateLimiter: RateLimiter;
}

/** `/s/SECRET`, which opens a link, and the pages below `/shared`, which show what it shares. */
export function guestRoutes({ files, client, guests, rateLimiter }: GuestDependencies): Router {
  const say = (res: Response, status: number, message: GuestMessage) =>
    sendPage(res, status, guestMessage(message));

  async function open(req: Request, res: Response, password?: string): Promise<void> {
    const { secret } = req.params;
    if (!isLinkSecret(secret)) return say(res, 410, ENDED);
    const id = sharedIdOf(secret);
    const known = await guests.find(req, id);
    const still = known && (await guests.renew(known));
    // Somebody who opens it once more in the same browser is the same guest.
    if (still) return res.redirect(303, firstPage(id, still.shared));
    if (known) guests.forget(res, id);
    const network = networkOf(req.ip);
    await rateLimiter.take(`share:${network}`);
    const browser = req.headers['user-agent'] ?? '';
    const opened = await client.open(secret, { password, network, browser });
    if ('error' in opened) return refuse(req, res, opened);
    await guests.start(req, res, { id, secret, opened });
    return res.redirect(303, firstPage(id, opened.shared));
  }

  function refuse(req: Request, res: Response, { error, retryAfterSeconds = 1 }: LinkRefusal): void {
    if (error === 'ended') return say(res, 410, ENDED);
    const ask = (status: number, text?: string) =>
      sendPage(res, status, passwordPage({ action: req.path, error: text }));
    if (error === 'throttled') {
      res.set('Retry-After', String(retryAfterSeconds));
      return ask(429, `Too many wrong passwords. Try again in ${waitText(retryAfterSeconds)}.`);
    }
    return error === 'wrong_password' ? ask(422, 'That is not the password of this link.') : ask(200);
  }

  const router = Router();
  router
    .route('/s/:secret')
    .all(pageHeaders, noIndex)
    // Programs that look whether a link exists do not open it.
    .head((_req, res) => void res.status(200).end())
    .get((req, res) => open(req, res))
    .post(readPassword, (req, res) => {
      const site = req.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin')
        throw new ServiceError('forbidden', 'Enter the password on the page of the link.');
      const { password } = (req.body ?? {}) as { password?: unknown };
      return open(req, res, typeof password === 'string' ? password : '');
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  async function guestOf(req: Request, res: Response): Promise<Guest | undefined> {
    const id = sharedIdIn(req.originalUrl);
    const found = id === undefined ? undefined : await guests.find(req, id);
    if (!found) {
      say(res, 410, CLOSED);
      return undefined;
    }
    await rateLimiter.take(`dashboard:${found.idHash.toString('hex')}`);
    await admissionOf(req).count({ caller: found.idHash.toString('hex') });
    // Always, so that nobody sees the page of a link that has just ended.
    const guest = await guests.renew(found);
    if (guest) return guest;
    guests.forget(res, found.id);
    say(res, 410, ENDED);
    return undefined;
  }

  router
    .route('/shared/:shared')
    .all(pageHeaders, noIndex)
    .get(async (req, res) => {
      const guest = await guestOf(req, res);
      if (guest) res.redirect(303, firstPage(guest.id, guest.shared));
    })
    .all(methodNotAllowed('GET', 'HEAD'));
  // One route each, so that metrics and traces tell them apart.
  for (const path of SHARED_PATHS) {
    router
      .route(path)
      .all(reportHeaders, noIndex)
      .get(async (req, res) => {
        const guest = await guestOf(req, res);
        if (!guest) return;
        const { id, shared } = guest;
        if (isPageOf(shared, req.path)) sendPage(res, 200, guestPage({ files, id, shared }));
        else say(res, 404, { ...NOT_SHARED, back: firstPage(id, shared) });
      })
      .all(methodNotAllowed('GET', 'HEAD'));
  }
  return router;
}

export function guestAskers(guests: Guests): Askers<Guest> {
  return {
    find: async (req) => {
      const id = sharedIdIn(req.originalUrl);
      return id === undefined ? undefined : guests.find(req, id);
    },
    fresh: (guest) => guests.fresh(guest),
    renew: (guest) => guests.renew(guest),
    ended(req, res, guest) {
      const id = sharedIdIn(req.originalUrl);
      if (id !== undefined) guests.forget(res, id);
      const { title, detail } = guest ? ENDED : CLOSED;
      return new ServiceError('unauthorized', `${title}. ${detail}`);
    },
  };
}

const readPassword = express.urlencoded({ extended: false, limit: '4kb', parameterLimit: 10 });

const noIndex: express.RequestHandler = (_req, res, next) => {
  res.set('X-Robots-Tag', 'noindex, nofollow');
  next();
};

function waitText(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
