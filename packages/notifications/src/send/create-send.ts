import { signLink } from '../channels/signed-links.ts';
import { mailOf } from '../messages/mail.ts';
import type { Links, Message } from '../messages/message.ts';
import { slackBody } from '../messages/slack.ts';
import { signWebhook } from '../messages/webhook-signature.ts';
import { webhookBody } from '../messages/webhook.ts';
import type { PreparedMessage, Send } from '../outbox/prepared.ts';
import type { Mailer } from './mailer.ts';
import { type Post, postMessage } from './post-message.ts';

/** What the channels need. */
export interface SendOptions {
  mailer: Mailer;
  post: Post;
  clock: () => Date;
  encryptionKey: Uint8Array;
  /** The address of the authorization server, where people choose what is sent. */
  settingsUrl: string;
  dashboardUrl: string | undefined;
  /** What the ids of mails end with: a domain. */
  mailDomain: string;
}

const CONFIRM_DAYS = 3;
const DAY_MS = 86_400_000;
const USER_AGENT = 'Funnel-Reporting-Webhooks/1';

/** Creates what sends a message to its channel, in its words. */
export function createSend(options: SendOptions): Send {
  const { mailer, post, clock } = options;
  return async (prepared) => {
    const { id, message, destination, language, timeZone, createdAt } = prepared;
    const links = linksOf(prepared, options);
    const context = { reader: { language, timeZone }, links, now: clock() };
    if (destination.kind === 'email') {
      const mail = mailOf(message, context);
      const { unsubscribe } = links;
      return mailer.send({
        ...mail,
        messageId: `${id}@${options.mailDomain}`,
        to: destination.to,
        unsubscribe,
      });
    }
    const headers = { 'content-type': 'application/json', 'user-agent': USER_AGENT };
    if (destination.kind === 'slack')
      return postMessage(post, destination.url, {
        headers,
        body: JSON.stringify(slackBody(message, context)),
      });
    const body = JSON.stringify(webhookBody(message, { id, createdAt, links }));
    const signed = signWebhook({ id, timestamp: clock(), body, secrets: destination.secrets });
    return postMessage(post, destination.url, { headers: { ...headers, ...signed }, body });
  };
}

function linksOf(
  { channelId, message, destination }: PreparedMessage,
  { encryptionKey, settingsUrl, dashboardUrl, clock }: SendOptions,
): Links {
  const page = `${settingsUrl}/notifications`;
  const binding = destination.kind === 'email' ? destination.to : String(channelId);
  const linkTo = (purpose: 'unsubscribe' | 'confirm', expiresAt: Date | null) => {
    const token = signLink({ purpose, channelId: channelId ?? 0, binding, expiresAt }, encryptionKey);
    return `${page}/${purpose}?token=${token}`;
  };
  const isConfirm = message.type === 'channel.confirm';
  const expiresAt = new Date(clock().getTime() + CONFIRM_DAYS * DAY_MS);
  return {
    dashboard: dashboardUrl,
    settings: page,
    unsubscribe: isUnasked(message) ? undefined : linkTo('unsubscribe', null),
    ...(isConfirm && { confirm: linkTo('confirm', expiresAt) }),
  };
}

/** Sent once, to somebody who has no channel or needs to know. */
function isUnasked({ type }: Message): boolean {
  return type === 'channel.confirm' || type === 'channel.off' || type === 'company.people';
}
