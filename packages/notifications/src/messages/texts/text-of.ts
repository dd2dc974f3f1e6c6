import type { Message } from '../message.ts';
import { formatsOf } from '../reader-formats.ts';
import { brokeText, recoveredText } from './break.ts';
import { companyPeopleText } from './company.ts';
import { confirmText, offText, testText } from './channel.ts';
import { decidedText } from './decided.ts';
import { digestText } from './digest.ts';
import type { MessageText, MessageContext } from './message-text.ts';
import { silentText } from './silent.ts';

/** Chooses the words of a message for its reader. */
export function textOf(message: Message, to: MessageContext): MessageText {
  const context = { ...to, formats: formatsOf(to.reader, to.now) };
  switch (message.type) {
    case 'campaign.broke':
    case 'campaign.still_broken':
      return brokeText(message, context);
    case 'campaign.recovered':
      return recoveredText(message, context);
    case 'experiment.decided':
      return decidedText(message, context);
    case 'website.silent':
      return silentText(message, context);
    case 'digest.weekly':
      return digestText(message, context);
    case 'channel.test':
      return testText(message);
    case 'channel.off':
      return offText(message, context);
    case 'company.people':
      return companyPeopleText(message, context);
    case 'channel.confirm':
      break;
  }
  return confirmText(message, context);
}
