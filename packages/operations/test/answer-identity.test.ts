import { expect, test } from '@jest/globals';
import type { WebsiteFacts } from '@funnel/db';
import { dayOf, trustedWebsiteId } from '@funnel/domain';
import { answerIdentity, isSameState } from '../src/answer-identity.ts';
import { operationOf } from '../src/index.ts';

const NOW = new Date('2026-11-14T12:00:00Z');
const FACTS: WebsiteFacts = {
  id: trustedWebsiteId(1),
  accountId: 7,
  name: 'one.example',
  currency: 'USD',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  firstDay: dayOf(new Date('2026-01-01T00:00:00Z')),
  lastDay: undefined,
  version: '12',
  lastRecordedAt: new Date('2026-11-14T11:00:00Z'),
  insightsWeek: undefined,
};
const OTHER: Partial<Record<keyof WebsiteFacts, unknown>> = {
  id: trustedWebsiteId(2),
  accountId: 8,
  name: 'renamed.example',
  currency: 'EUR',
  createdAt: new Date('2026-01-02T00:00:00Z'),
  firstDay: dayOf(new Date('2026-01-02T00:00:00Z')),
  lastDay: dayOf(NOW),
  version: '13',
  lastRecordedAt: null,
  insightsWeek: dayOf(NOW),
};
/** As if the database had been asked again. */
const readAgain = (facts: WebsiteFacts): WebsiteFacts => ({
  ...facts,
  createdAt: new Date(facts.createdAt),
  lastRecordedAt: facts.lastRecordedAt && new Date(facts.lastRecordedAt),
});
const isSame = (websites: WebsiteFacts[], now = NOW) =>
  isSameState({ websites: [FACTS], now: NOW }, { websites, now });
const identityOf = (websites: WebsiteFacts[], now = NOW) => {
  const operation = operationOf('get_website_report');
  return answerIdentity({ operation, input: {}, notes: undefined, extras: false, websites, now });
};

test('the same facts on the same day are the same state', () => {
  const later = new Date('2026-11-14T23:59:59Z');
  expect(isSame([readAgain(FACTS)], later)).toBe(true);
  expect(identityOf([readAgain(FACTS)], later)).toBe(identityOf([FACTS]));
});

test.each(Object.keys(FACTS) as (keyof WebsiteFacts)[])(
  'another %s of a website is another state',
  (name) => {
    expect(OTHER).toHaveProperty(name);
    const changed = [{ ...readAgain(FACTS), [name]: OTHER[name] }];
    expect(isSame(changed)).toBe(false);
    expect(identityOf(changed)).not.toBe(identityOf([FACTS]));
  },
);

test('another day and another number of websites are another state', () => {
  expect(isSame([FACTS], new Date('2026-11-15T00:00:00Z'))).toBe(false);
  expect(isSame([])).toBe(false);
  expect(isSame([FACTS, FACTS])).toBe(false);
});
