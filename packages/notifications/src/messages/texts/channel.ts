import { isEmail, plainName } from '@funnel/domain';
import type { ChannelConfirm, ChannelOff, ChannelTest } from '../message.ts';
import type { MessageText, TextContext } from './message-text.ts';

const PRODUCT = 'Funnel Reporting';
const MAX_NAME = 60;
const MAX_ANSWER = 200;

/** The text that show that a channel works. */
export function testText({ by }: ChannelTest): MessageText {
  const name = plainName(by ?? '', MAX_NAME);
  return {
    tone: 'plain',
    subject: `Test message from ${PRODUCT}`,
    label: 'Test',
    title: 'Messages arrive here',
    lead: `This is a test message, asked for by ${name || 'a program'}.`,
    details: ['There is nothing to do.'],
    why: 'You get this because somebody tested this channel.',
  };
}

export function offText(
  { name, failingSince, answer }: ChannelOff,
  { formats, links }: TextContext,
): MessageText {
  const channel = `“${plainName(name, MAX_NAME) || 'no name'}”`;
  const said = plainName(answer, MAX_ANSWER);
  return {
    tone: 'down',
    subject: `Switched off: ${channel} gets no more messages`,
    label: 'Switched off',
    title: `${channel} was switched off`,
    lead: `Nothing has arrived there since ${formats.moment(new Date(failingSince))}.`,
    details: said === '' ? [] : [`The last answer was: “${said}”`],
    advice: 'Fix the receiver, then switch the channel on again in the settings.',
    button: { text: 'Open the settings', href: links.settings },
    why: 'You get this because the channel is yours.',
  };
}

/** The text that ask whether messages may be sent to an address. */
export function confirmText({ by }: ChannelConfirm, { links }: TextContext): MessageText {
  if (links.confirm === undefined) throw new Error('A message that asks to confirm needs `links.confirm`');
  return {
    tone: 'plain',
    subject: `Confirm your address for ${PRODUCT}`,
    label: 'Please confirm',
    title: 'Do you want these messages?',
    lead: `${askerName(by)} asked ${PRODUCT} to send messages about websites to this address.`,
    details: ['Nothing is sent before you confirm. If you do not expect this, do nothing.'],
    button: { text: 'Confirm this address', href: links.confirm },
    why: 'You get this because somebody entered your address.',
  };
}

/** Strangers read it: mail programs must not make a link of a name. */
function askerName(by: string): string {
  const name = plainName(by, MAX_NAME);
  if (isEmail(name)) return name;
  return name === '' ? 'Somebody' : `“${name.replaceAll(/[.:/@]/g, '$&\u2060')}”`;
}
