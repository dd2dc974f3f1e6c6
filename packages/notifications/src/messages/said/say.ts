import type { Message } from '../message.ts';
import { formatsOf } from '../reader-formats.ts';
import { sayBreak, sayRecovered } from './break.ts';
import { sayCompanyPeople } from './company.ts';
import { sayConfirm, sayOff, sayTest } from './channel.ts';
import { sayDecided } from './decided.ts';
import { sayDigest } from './digest.ts';
import type { Said, Told } from './said.ts';
import { saySilent } from './silent.ts';

/** Chooses the words of a message for its reader. */
export function sayMessage(message: Message, told: Told): Said {
  const telling = { ...told, formats: formatsOf(told.reader, told.now) };
  switch (message.type) {
    case 'campaign.broke':
    case 'campaign.still_broken':
      return sayBreak(message, telling);
    case 'campaign.recovered':
      return sayRecovered(message, telling);
    case 'experiment.decided':
      return sayDecided(message, telling);
    case 'website.silent':
      return saySilent(message, telling);
    case 'digest.weekly':
      return sayDigest(message, telling);
    case 'channel.test':
      return sayTest(message);
    case 'channel.off':
      return sayOff(message, telling);
    case 'company.people':
      return sayCompanyPeople(message, telling);
    case 'channel.confirm':
      break;
  }
  return sayConfirm(message, telling);
}
