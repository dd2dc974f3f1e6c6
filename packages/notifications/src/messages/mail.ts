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

/** Writes a message as a mail, in HTML and in text that says the same. */
export function mailOf(message: Message, context: MessageContext): Mail {
  const text = textOf(message, context);
  return {
    subject: onlyPrinted(text.subject),
    text: mailText(text, context.links),
    html: mailPage(text, context.links),
  };
}
