import { type Message, mailOf, slackBody } from '@funnel/notifications';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { freeText, messagesWith } from '../support/arbitrary-messages.ts';
import { linksOf, NOW } from '../support/sample-messages.ts';

const names = fc.array(freeText, { minLength: 3, maxLength: 3 });
const PLAIN = messagesWith(['one', 'two', 'three']);
const told = (message: Message) => ({
  reader: { language: 'en', timeZone: 'UTC' },
  links: linksOf(message),
  now: NOW,
});
const mail = (message: Message) => mailOf(message, told(message));
/** Everything between < and >. */
const tagsOf = (html: string) => html.match(/<[^>]*>/g);

test('a name never changes the markup of a mail', () => {
  const expected = PLAIN.map((message) => tagsOf(mail(message).html));
  fc.assert(
    fc.property(names, (texts) => {
      expect(messagesWith(texts).map((message) => tagsOf(mail(message).html))).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('a name never adds a line to a mail, nor a header to its subject', () => {
  const linesOf = (text: string) => text.split(/\r\n|[\n\r\u2028\u2029]/).length;
  const expected = PLAIN.map((message) => linesOf(mail(message).text));
  fc.assert(
    fc.property(names, (texts) => {
      const mails = messagesWith(texts).map(mail);
      expect(mails.map(({ text }) => linesOf(text))).toEqual(expected);
      for (const { subject } of mails) {
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
        expect(Array.from(subject).length).toBeLessThan(160);
        expect(subject.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test('a name never marks up a message in Slack, and no text is longer than Slack accepts', () => {
  const limits = { header: 150, section: 3000, context: 2000 };
  const isEscaped = (text: string) => !/[<>]|&(?!(?:amp|lt|gt);)/.test(text);
  const ourLink = /^<https:\/\/(?:reports|login)\.example[\w/.?=&;]*\|[\w ]+>$/;
  fc.assert(
    fc.property(names, (texts) => {
      for (const message of messagesWith(texts)) {
        const { text, mrkdwn, blocks } = slackBody(message, told(message));
        expect([mrkdwn, isEscaped(text)]).toEqual([false, true]);
        expect(blocks.length).toBeLessThanOrEqual(50);
        for (const block of blocks) {
          const shown = block.type === 'context' ? block.elements : [block.text];
          for (const each of shown) {
            expect(each.text.length).toBeLessThanOrEqual(limits[block.type]);
            expect(each.text.trim()).not.toBe('');
            if (each.type === 'mrkdwn') expect(each.text).toMatch(ourLink);
            else expect(isEscaped(each.text)).toBe(true);
          }
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('a stranger who is asked to confirm gets no link made of a name', () => {
  const { html, text } = mail({ type: 'channel.confirm', by: 'Win at https://evil.example/now' });
  for (const part of [html, text]) expect(part).not.toMatch(/evil\.example|https:\/\/evil/);
  expect(mail({ type: 'channel.confirm', by: 'mia@oak.example' }).text).toContain('mia@oak.example asked');
});
