import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { bucketStart, dayOf, EVENT_TYPES } from '@funnel/domain';
import { DEMO_WEBSITES } from '../src/definitions/websites.ts';
import { demoCalendar } from '../src/generate/demo-calendar.ts';
import type { DemoEvent } from '../src/generate/demo-event.ts';
import { demoTraffic } from '../src/generate/demo-traffic.ts';
import { expectedVisitors } from '../src/generate/expected-visitors.ts';
import { eventsOf } from './last-week.ts';

const NOW = new Date('2027-03-10T15:00:00Z');
const at = (text: string) => dayOf(new Date(`${text}T00:00:00Z`));
const [shop, software, cottages] = DEMO_WEBSITES;
if (!shop || !software || !cottages) throw new Error('three websites');

describe('the demo traffic', () => {
  const month = eventsOf(NOW, 30);

  test('is repeatable, for each day separately', () => {
    const traffic = demoTraffic(DEMO_WEBSITES, demoCalendar(NOW));
    const [later, earlier] = [traffic(3), traffic(4)];
    expect(isDeepStrictEqual([...earlier, ...later], eventsOf(NOW, 4, 3))).toBe(true);
  });

  test('has the same events, a week later, when loaded a week later', () => {
    const weekLater = new Date(NOW.getTime() + 7 * 86_400_000);
    const shifted = eventsOf(NOW, 14).map((event) => ({ ...event, day: event.day + 7 }));
    expect(isDeepStrictEqual(eventsOf(weekLater, 14), shifted)).toBe(true);
  });

  test('ends now: nothing is in the future, and today is partial', () => {
    const today = dayOf(NOW);
    const atHour = (hour: number) => eventsOf(new Date((today * 24 + hour) * 3_600_000), 0);
    expect(month.every((event) => event.day <= today)).toBe(true);
    expect(atHour(0)).toEqual([]);
    const [morning, evening] = [atHour(6).length, atHour(18).length];
    expect(morning / evening).toBeGreaterThan(0.28);
    expect(morning / evening).toBeLessThan(0.38);
    const byEvening = new Set(atHour(18).map((event) => event.eventId));
    expect(atHour(6).every((event) => byEvening.has(event.eventId))).toBe(true);
  });

  test('has events of every type, each with a unique id', () => {
    expect(new Set(month.map((event) => event.type))).toEqual(new Set(EVENT_TYPES));
    expect(new Set(month.map((event) => event.eventId)).size).toBe(month.length);
  });

  test('shows each later step to fewer visitors', () => {
    const viewsOf = (stepId: number) =>
      month.filter((event) => event.type === 'view' && event.stepId === stepId).length;
    const secondSteps = new Set(
      month.map((event) => event.stepId ?? 0).filter((stepId) => stepId % 10 === 2),
    );
    expect(secondSteps.size).toBeGreaterThan(5);
    for (const stepId of secondSteps) expect(viewsOf(stepId)).toBeLessThan(viewsOf(stepId - 1));
  });

  test('has returning visitors, who always see the same variant', () => {
    const [before, after] = [eventsOf(NOW, 27, 14), eventsOf(NOW, 13, 0)];
    const known = new Set(before.map((event) => event.visitorToken));
    const again = new Set(after.map((event) => event.visitorToken).filter((token) => known.has(token)));
    expect(again.size).toBeGreaterThan(500);
    const shown = (event: DemoEvent) => `${event.visitorToken} ${event.campaignId}`;
    const variants = new Map(month.map((event) => [shown(event), event.variantId]));
    expect(month.filter((event) => variants.get(shown(event)) !== event.variantId)).toEqual([]);
  });

  test('has the revenue of every order, and of its product if it is known', () => {
    const orders = month.filter((event) => event.type === 'order');
    expect(orders.length).toBeGreaterThan(50);
    for (const { revenueCents, products } of orders) {
      expect(revenueCents).toBeGreaterThan(0n);
      for (const product of products) expect(product.revenueCents).toBe(revenueCents);
    }
    expect(month.filter((event) => event.type !== 'order' && event.revenueCents > 0n)).toEqual([]);
  });

  test('contains the values of choices but no free text', () => {
    const answers = month.flatMap((event) => event.fields);
    const values = (type: string) =>
      new Set(answers.filter((a) => a.fieldType === type).flatMap((a) => a.values));
    for (const type of ['email', 'text', 'tel', 'textarea']) expect(values(type)).toEqual(new Set([null]));
    for (const type of [
      'radio',
      'dropdown',
      'select',
      'multi_select',
      'checkbox',
      'range',
      'survey',
      'quiz',
    ]) {
      expect(values(type).size).toBeGreaterThan(1);
      expect(values(type)).not.toContain(null);
    }
  });
});

describe('the expected visitors', () => {
  test('depend on the weekday: software peaks on workdays, a shop at weekends', () => {
    const monday = bucketStart(at('2027-03-10'), 'week');
    const ratio = (website: typeof shop) =>
      expectedVisitors(website, monday + 5, 0) / expectedVisitors(website, monday, 0);
    expect(ratio(software)).toBeLessThan(0.4);
    expect(ratio(shop)).toBeGreaterThan(1.1);
  });

  test('depend on the season', () => {
    const visitors = (website: typeof shop, date: string) => expectedVisitors(website, at(date), 0);
    expect(visitors(shop, '2026-11-27')).toBeGreaterThan(2 * visitors(shop, '2026-07-31'));
    expect(visitors(software, '2026-12-25')).toBeLessThan(visitors(software, '2026-12-11') / 2);
    expect(visitors(cottages, '2026-01-02')).toBeGreaterThan(1.5 * visitors(cottages, '2026-10-02'));
  });

  test('have a trend: two websites grow, one declines', () => {
    const growth = (website: typeof shop) =>
      expectedVisitors(website, at('2027-03-10'), 0) / expectedVisitors(website, at('2027-03-10'), 365);
    expect([shop, software, cottages].map((website) => Math.sign(growth(website) - 1))).toEqual([1, 1, -1]);
  });
});
