import {
  type Message,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  WEBHOOK_EXAMPLES,
  webhookBody,
} from '@funnel/notifications';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { freeText, messagesWith } from '../support/arbitrary-messages.ts';
import { BROKE, digestOf, LINKS, NOW, SAMPLES } from '../support/sample-messages.ts';

const body = (message: Message, links = LINKS) =>
  webhookBody(message, { id: 'msg_1', createdAt: NOW, links });
const isSent = ({ type }: Message) =>
  type !== 'channel.off' && type !== 'channel.confirm' && type !== 'company.people';
/** As a receiver reads it, by the schema of its type. */
const received = (message: Message) => {
  const event = body(message);
  return [event, WEBHOOK_EVENTS[event.type].schema.parse(JSON.parse(JSON.stringify(event)))];
};

test.each(Object.entries(SAMPLES).filter(([, message]) => isSent(message)))(
  'a body is what its schema says: %s',
  (_name, message) => {
    const [sent, read] = received(message);
    expect(read).toEqual(sent);
  },
);

test('names arrive as they are, without broken characters', () => {
  fc.assert(
    fc.property(fc.array(freeText, { minLength: 3, maxLength: 3 }), (texts) => {
      for (const message of messagesWith(texts).filter(isSent)) {
        const [sent, read] = received(message);
        expect(read).toEqual(sent);
        expect(JSON.stringify(sent).isWellFormed()).toBe(true);
      }
      const { data } = body({ ...BROKE, website: { id: 1, name: texts[0] ?? '' } });
      expect(data).toMatchObject({ website: { name: texts[0]?.toWellFormed() } });
    }),
    { numRuns: 40 },
  );
});

test('days are dates, money has at most two decimals, and a page has an address', () => {
  expect(body(BROKE).data).toMatchObject({
    since: '2026-11-10',
    seen: { viewers: 1064, count: 6, expected: 103.4 },
    url: 'https://reports.example/websites/11/campaigns/101',
  });
  expect(body(digestOf(1)).data).toMatchObject({
    week: '2026-11-09',
    websites: [{ current: { revenue: 45_123.9 } }],
    totals: [{ currency: 'EUR', revenue: 112_040.5, previous_revenue: 128_040.5, websites: 6 }, {}, {}],
  });
  expect(body(BROKE, { ...LINKS, dashboard: undefined }).data).not.toHaveProperty('url');
});

test('every type has an example; what concerns only the owner of a channel is not sent', () => {
  for (const type of WEBHOOK_EVENT_TYPES) expect(WEBHOOK_EXAMPLES[type].type).toBe(type);
  for (const message of Object.values(SAMPLES).filter((each) => !isSent(each)))
    expect(() => body(message)).toThrow('is not sent to webhooks');
  expect(() => body({ ...digestOf(1), websites: [] })).toThrow('A digest without websites');
});
