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
import { pageHeaders, sendPage, textOf } from '@funnel/pages';
import { type Clock, methodNotAllowed, networkOf, sendErrorPage } from '@funnel/service';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { answerPage, askPage } from './link-pages.ts';

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
  /** Handles a genuine link with its channel, which is undefined if it was removed. */
  const about =
    (
      purpose: LinkPurpose,
      handle: (req: Request, res: Response, channel: Channel | undefined) => Promise<void> | void,
    ): RequestHandler =>
    async (req, res) => {
      const link = readLink(textOf(req.query, 'token'), settings.encryptionKey);
      if (link?.purpose !== purpose) return sendErrorPage(req, res, 400, INVALID);
      if (link.expiresAt && link.expiresAt <= clock()) return sendErrorPage(req, res, 400, EXPIRED);
      const channel = await findChannel(database, 'all', link.channelId);
      if (channel && !link.isBoundTo(channel.email ?? String(channel.id)))
        return sendErrorPage(req, res, 400, INVALID);
      return handle(req, res, channel);
    };

  const done = (res: Response, answer: Parameters<typeof answerPage>[0]) =>
    sendPage(res, 200, answerPage(answer));

  const router = Router();
  router
    .route('/notifications/confirm')
    .all(pageHeaders)
    .get(
      about('confirm', (req, res, channel) => {
        if (!channel) return done(res, 'ended');
        if (channel.confirmedAt) return done(res, 'confirmed');
        return sendPage(res, 200, askPage('confirm', { channel, action: req.originalUrl }));
      }),
    )
    .post(
      about('confirm', async (req, res, channel) => {
        if (!channel) return done(res, 'ended');
        const confirmed = { channelId: channel.id, email: channel.email ?? '' };
        await confirmChannel(database, confirmed, { address: networkOf(req.ip) });
        return done(res, 'confirmed');
      }),
    )
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/notifications/unsubscribe')
    .all(pageHeaders)
    .get(
      about('unsubscribe', (req, res, channel) => {
        if (!channel || channel.switchedOffAt) return done(res, 'off');
        return sendPage(res, 200, askPage('unsubscribe', { channel, action: req.originalUrl }));
      }),
    )
    .post(
      about('unsubscribe', async (req, res, channel) => {
        const by = { reason: UNSUBSCRIBED, address: networkOf(req.ip) };
        // Also of one that is off for another reason: nobody but its reader switches it on again then.
        if (channel && channel.offReason !== UNSUBSCRIBED)
          await switchChannel(database, 'all', channel.id, 'off', by);
        done(res, 'off');
      }),
    )
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));
  return router;
}
