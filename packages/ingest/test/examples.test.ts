import { Readable } from 'node:stream';
import { describeExamples } from '@funnel/examples';
import { trustedWebsiteId } from '@funnel/domain';
import { createTestDatabase } from '@funnel/testing';
import { parseEvent } from '../src/parse/event.ts';
import { IgnoredKeys } from '../src/parse/ignored-keys.ts';
import { encryptionKey, importTwoWebsites } from './support/catalog.ts';

/** A view of website 1, as a sender writes it. */
const event = {
  event_id: '0190c3f2-0000-7000-8000-000000000001',
  type: 'view',
  website_id: 1,
  visitor_token: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
  occurred_at: '2026-11-10T09:30:00Z',
};

const HEADER = 'event_id,type,website_id,visitor_token,occurred_at';
const SMILE =
  '0190c3f2-0000-7000-8000-000000000002,smile,1,0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f,2026-11-10T09:31:00Z';
/** A CSV file with that view, and an event of an unknown type. */
const file = () =>
  Readable.from([HEADER, Object.values(event).join(), SMILE].map((line) => Buffer.from(`${line}\n`)));

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  setup: async (uses) => {
    const parsedEvent = parseEvent(event, new Date('2026-11-14T12:00:00Z'), new IgnoredKeys());
    const values = { encryptionKey, event, file: file(), parsedEvent, websiteId: trustedWebsiteId(1) };
    if (!uses('database')) return { values };
    const { database, drop } = await createTestDatabase();
    await importTwoWebsites(database);
    return { values: { ...values, database }, close: drop };
  },
});
