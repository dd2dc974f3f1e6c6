// What the worker does: watching, delivering, cleaning up.
export { watchWebsites, type WatchOptions, type WatchSummary } from './watch/watch-websites.ts';
export { deleteOldNotifications } from './outbox/clean-up.ts';
export { deliverMessages, type DeliverOptions, type DeliverySummary } from './outbox/deliver-messages.ts';
export { deliverLetters } from './outbox/deliver-letters.ts';
export { measureOutbox, type OutboxState } from './outbox/outbox-store.ts';
export type { Attempt, Destination, PreparedMessage, Send } from './outbox/prepared.ts';
export { createSend, type SendOptions } from './send/create-send.ts';
export { keepingMailer, type Mailer, type OutgoingMail, smtpMailer } from './send/mailer.ts';
export type { Post, PostResponse } from './send/post-message.ts';
