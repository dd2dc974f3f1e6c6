import { describe, expect, test } from '@jest/globals';
import { CTA_TYPES, dayOf, ELEMENT_TYPES } from '@funnel/domain';
import { parseCatalog } from '@funnel/ingest';
import { DEMO_WEBSITES } from '../src/definitions/websites.ts';
import { demoCalendar } from '../src/generate/demo-calendar.ts';
import { demoCatalog } from '../src/load/demo-catalog.ts';
import { demoContacts } from '../src/load/demo-contacts.ts';
import { eventsOf } from './last-week.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const { campaigns, websites } = demoCatalog({ id: 1, name: 'Demo' }, DEMO_WEBSITES, dayOf(NOW));

describe('the demo catalog', () => {
  test('is a valid catalog document without warnings', async () => {
    const raw: unknown = { accounts: [{ id: 1, name: 'Demo' }], websites, campaigns };
    expect((await parseCatalog(raw)).warnings).toEqual([]);
  });

  test('has live campaigns of every format, elements of every type and archived campaigns', () => {
    const live = campaigns.filter((campaign) => campaign.status === 'live');
    const steps = live.flatMap((campaign) => campaign.variants.flatMap((variant) => variant.steps));
    const elementTypes = steps.flatMap((step) => step.elements.map((element) => element.element_type));
    expect(new Set(live.map((campaign) => campaign.cta_type))).toEqual(new Set(CTA_TYPES));
    expect(new Set(elementTypes)).toEqual(new Set(ELEMENT_TYPES));
    expect(campaigns.length - live.length).toBe(2);
    expect(new Set(websites.map((website) => website.currency)).size).toBe(3);
  });

  test('splits the traffic of every campaign into 100 %', () => {
    for (const { variants } of campaigns) {
      expect(variants.reduce((sum, variant) => sum + variant.traffic_percentage, 0)).toBe(100);
    }
  });
});

describe('the demo contacts', () => {
  const contacts = demoContacts(DEMO_WEBSITES, demoCalendar(NOW), 20);

  test('are the visitors who have subscribed, once each', () => {
    const subscribes = eventsOf(NOW, 20).filter((event) => event.type === 'subscribe');
    const tokens = contacts.map((contact) => contact.visitorToken);
    expect(tokens).toEqual([...new Set(subscribes.map((event) => event.visitorToken))]);
    expect(contacts.every(({ createdAt }) => createdAt && createdAt <= NOW)).toBe(true);
  });

  test('are fictional: their addresses and telephone numbers are reserved for examples', () => {
    expect(new Set(contacts.map((contact) => contact.email)).size).toBe(contacts.length);
    for (const { email, phone, ipAddress } of contacts) {
      expect(email).toMatch(/^[a-z]+\.[a-z]+\.\d+@example\.com$/);
      expect(phone ?? '+447700900000').toMatch(/^\+(493023125\d{3}|120255501\d{2}|447700900\d{3})$/);
      expect(ipAddress).toMatch(/^192\.0\.2\./);
    }
  });
});
