import { onlyPrinted } from '@funnel/domain';
import { mailPage } from './mail/mail-page.ts';
import { mailText } from './mail/mail-text.ts';
import type { Message } from './message.ts';
import { textOf } from './texts/text-of.ts';
import type { MessageContext } from './texts/message-text.ts';

/** A mail without its addresses. */
export interface Mail {
  /** One line. */
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes a message as a mail, in HTML and in text that says the same.
 * @example
 * const links = { dashboard: undefined, settings: 'https://funnel.example/notifications', unsubscribe: undefined };
 * const reader = { language: 'en', timeZone: 'UTC' };
 * const website = { id: 11, name: 'shop.oak.example' };
 * const silent = { type: 'website.silent', website, lastEventAt: '2026-11-10T14:02:00Z', usual: 240 } as const;
 * const { subject, text } = mailOf(silent, { reader, links, now: new Date('2026-11-10T20:00:00Z') });
 * assert.match(subject, /^No events from shop\.oak\.example: last event 2:02/);
 * assert.match(text, /On average, about 240 events come within as many hours/);
 */
export function mailOf(message: Message, context: MessageContext): Mail {
  const text = textOf(message, context);
  return {
    subject: onlyPrinted(text.subject),
    text: mailText(text, context.links),
    html: mailPage(text, context.links),
  };
}
