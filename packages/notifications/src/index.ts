export * from './messages/message.ts';
export { type Mail, mailOf } from './messages/mail.ts';
export type { MessageContext } from './messages/texts/message-text.ts';
export { type SlackBody, slackBody } from './messages/slack.ts';
export { WEBHOOK_EVENTS, type WebhookEvent } from './messages/webhook/events.ts';
export { WEBHOOK_EXAMPLES } from './messages/webhook/examples.ts';
export { webhookBody, type WebhookContext } from './messages/webhook.ts';
export { isWebhookSecret, newWebhookSecret, signWebhook } from './messages/webhook-signature.ts';
export type {
  Channel,
  ChannelActor,
  ChannelKind,
  ChannelOwner,
  ChannelTarget,
  ChannelWishes,
} from './channels/channel.ts';
export { checkTarget, checkWishes } from './channels/check-channel.ts';
export { addChannel, type ChannelSettings, MAX_CHANNELS, type NewChannel } from './channels/add-channel.ts';
export { askAgain } from './channels/ask-for-confirmation.ts';
export { changeChannel } from './channels/change-channel.ts';
export { confirmChannel } from './channels/confirm-channel.ts';
export { type Delivery, listDeliveries } from './channels/deliveries.ts';
export * from './channels/failed-messages.ts';
export { findChannel, listChannels } from './channels/read-channels.ts';
export { type Letter, writeLetter } from './outbox/letters.ts';
export { removeChannel } from './channels/remove-channel.ts';
export { rotateSecret } from './channels/rotate-secret.ts';
export { switchChannel, UNSUBSCRIBED } from './channels/switch-channel.ts';
export { testChannel } from './channels/test-channel.ts';
export { listMutes, type Mute, muteCampaign, unmuteCampaign } from './channels/mutes.ts';
export type { ChannelScope } from './channels/scope.ts';
export { type LinkClaims, type LinkPurpose, readLink, signLink } from './channels/signed-links.ts';
export { ASKING, REPEATED } from './limits.ts';
export { type Episode, type EpisodeKind, listEpisodes, sayFixed } from './episodes/list-episodes.ts';
