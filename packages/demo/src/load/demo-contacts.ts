import type { contacts } from '@funnel/db/schema';
import { trustedWebsiteId } from '@funnel/domain';
import type { AudienceSpec, WebsiteSpec } from '../definitions/specs.ts';
import type { DemoCalendar } from '../generate/demo-calendar.ts';
import type { DemoEvent } from '../generate/demo-event.ts';
import { demoTraffic } from '../generate/demo-traffic.ts';
import { Random, type Weighted } from '../random/random.ts';

export type ContactRow = typeof contacts.$inferInsert;

const CONTACT_DAYS = 180;
const MS_PER_DAY = 86_400_000;

const SOURCES: readonly Weighted<readonly [source: string, medium: string, referrer: string | null]>[] = [
  [['google', 'cpc', 'https://www.google.com/'], 34],
  [['newsletter', 'email', null], 22],
  [['instagram', 'social', 'https://www.instagram.com/'], 16],
  [['linkedin', 'social', 'https://www.linkedin.com/'], 10],
  [['partner', 'referral', 'https://partner.example.com/'], 18],
];

/** Returns the contacts of the last half year: one per visitor with a subscribe event. */
export function demoContacts(
  websites: readonly WebsiteSpec[],
  calendar: DemoCalendar,
  days: number,
): ContactRow[] {
  const traffic = demoTraffic(websites, calendar);
  const rows = new Map<string, ContactRow>();
  for (let daysAgo = Math.min(days, CONTACT_DAYS); daysAgo >= 0; daysAgo -= 1) {
    for (const event of traffic(daysAgo)) {
      if (event.type !== 'subscribe' || rows.has(event.visitorToken)) continue;
      const website = websites.find(({ id }) => id === event.websiteId);
      if (website) rows.set(event.visitorToken, contactRow(website, calendar, event, rows.size + 1));
    }
  }
  return [...rows.values()];
}

function contactRow(
  website: WebsiteSpec,
  calendar: DemoCalendar,
  event: DemoEvent,
  number: number,
): ContactRow {
  const { campaignId = 0, day } = event;
  const random = Random.of('contact', website.id, number);
  const campaign = website.campaigns.find(({ id }) => id === campaignId);
  const createdAt = new Date(
    (day + random.unit() * (day === calendar.today ? calendar.elapsed : 1)) * MS_PER_DAY,
  );
  const [source, medium, referrer] = random.pick(SOURCES);
  return {
    websiteId: trustedWebsiteId(website.id),
    visitorToken: event.visitorToken,
    ...person(website.audience, random, number),
    sourceUrl: `https://www.${website.name}${campaign?.pagePath.replace('*', '') ?? '/'}`,
    utmSource: source,
    utmMedium: medium,
    utmCampaign: slug(campaign?.name ?? ''),
    referralSource: referrer,
    firstVisit: new Date((calendar.today - event.firstSeenDaysAgo) * MS_PER_DAY).toISOString().slice(0, 10),
    privacyConsent: 'true',
    marketingConsent: String(random.chance(0.82)),
    smsConsent: String(random.chance(0.15)),
    ipAddress: `192.0.2.${1 + random.below(254)}`,
    latestScore: String(random.below(101)),
    tags: campaign?.ctaType ?? '',
    extra: { campaign_id: campaignId },
    createdAt,
    updatedAt: createdAt,
  };
}

function person(audience: AudienceSpec, random: Random, number: number): Partial<ContactRow> {
  const one = <Item>(items: readonly Item[]) => items[random.below(items.length)];
  const [name = '', lastName = ''] = [one(audience.firstNames), one(audience.lastNames)];
  const [city, state, zipCode] = one(audience.cities) ?? [];
  const { prefix, digits } = audience.phones;
  const hasPhone = random.chance(0.3);
  return {
    email: `${slug(name)}.${slug(lastName)}.${number}@example.com`,
    name,
    lastName,
    phone: hasPhone ? prefix + String(random.below(10 ** digits)).padStart(digits, '0') : null,
    city: city ?? null,
    state: state ?? null,
    zipCode: zipCode ?? null,
    country: audience.country,
    companyName: one(audience.companies) ?? null,
    companyTitle: one(audience.titles) ?? null,
  };
}

function slug(text: string): string {
  const ascii = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9]+/g, '-');
  return ascii.replace(/^-|-$/g, '').toLowerCase();
}
