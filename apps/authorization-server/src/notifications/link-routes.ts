import type { Database } from '@funnel/db';
import {
  type Channel,
  type ChannelSettings,
  confirmChannel,
  findChannel,
  type LinkPurpose,
  readLink,
  switchChannel,
  UNSUBSCRIBED,
} from '@funnel/notifications';
import { errorPage, pageHeaders, sendPage } from '@funnel/pages';
import { type Clock, methodNotAllowed, networkOf, requestIdOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { textOf } from '../people/forms.ts';
import { answerPage, askPage } from './link-pages.ts';

/** What the routes need. */
export interface LinkDependencies {
  database: Database;
  settings: Pick<ChannelSettings, 'encryptionKey'>;
  clock: Clock;
}

const INVALID = {
  title: 'This link is not valid',
  detail: 'Open it from the mail again: it must be complete.',
};
const EXPIRED = {
  title: 'This link has expired',
  detail: 'Whoever wants to send you messages can let us ask again.',
};

/**
 * Where the links in mails lead, without a login: `/notifications/confirm` and `/notifications/unsubscribe`. A GET only shows a page with a
 * button, because programs follow links. A POST does it, also that of a mail program (RFC 8058), which has no cookies.
 */
export function linkRoutes({ database, settings, clock }: LinkDependencies): Router {
  /** The channel of a link; `null` if it was removed. Otherwise responds and returns undefined. */
  async function channelAt(
    req: Request,
    res: Response,
    purpose: LinkPurpose,
  ): Promise<Channel | null | undefined> {
    const refuse = (why: typeof INVALID): undefined => {
      sendPage(res, 400, errorPage({ ...why, requestId: requestIdOf(req) }));
    };
    const link = readLink(textOf(req.query, 'token'), settings.encryptionKey);
    if (link?.purpose !== purpose) return refuse(INVALID);
    if (link.expiresAt && link.expiresAt <= clock()) return refuse(EXPIRED);
    const channel = await findChannel(database, 'all', link.channelId);
    if (!channel) return null;
    if (!link.isBoundTo(channel.email ?? String(channel.id))) return refuse(INVALID);
    return channel;
  }

  const done = (res: Response, text: Parameters<typeof answerPage>[0]) =>
    sendPage(res, 200, answerPage(text));

  const router = Router();
  router
    .route('/notifications/confirm')
    .all(pageHeaders)
    .get(async (req, res) => {
      const channel = await channelAt(req, res, 'confirm');
      if (channel === undefined) return;
      if (channel === null) return done(res, 'ended');
      if (channel.confirmedAt) return done(res, 'confirmed');
      sendPage(res, 200, askPage('confirm', { channel, action: req.originalUrl }));
    })
    .post(async (req, res) => {
      const channel = await channelAt(req, res, 'confirm');
      if (channel === undefined) return;
      if (channel === null) return done(res, 'ended');
      const confirmed = { channelId: channel.id, email: channel.email ?? '' };
      await confirmChannel(database, confirmed, { address: networkOf(req.ip) });
      done(res, 'confirmed');
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/notifications/unsubscribe')
    .all(pageHeaders)
    .get(async (req, res) => {
      const channel = await channelAt(req, res, 'unsubscribe');
      if (channel === undefined) return;
      if (!channel || channel.switchedOffAt) return done(res, 'off');
      sendPage(res, 200, askPage('unsubscribe', { channel, action: req.originalUrl }));
    })
    .post(async (req, res) => {
      const channel = await channelAt(req, res, 'unsubscribe');
      if (channel === undefined) return;
      const by = { reason: UNSUBSCRIBED, address: networkOf(req.ip) };
      // Also of one that is off for another reason: nobody but its reader switches it on again then.
      if (channel && channel.offReason !== UNSUBSCRIBED)
        await switchChannel(database, 'all', channel.id, 'off', by);
      done(res, 'off');
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));
  return router;
}
