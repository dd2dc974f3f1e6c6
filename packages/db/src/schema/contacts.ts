import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { recordTimestamps, websiteId } from './columns.ts';
import { websites } from './websites.ts';

/** The people that a website's campaigns captured. */
export const contacts = pgTable(
  'contacts',
  {
    websiteId: websiteId().references(() => websites.id),
    id: integer('id').generatedByDefaultAsIdentity().notNull(),
    visitorToken: uuid('visitor_token').notNull(),
    email: text('email'),
    name: text('name'),
    lastName: text('last_name'),
    phone: text('phone'),
    city: text('city'),
    avatarUrl: text('avatar_url'),
    companyName: text('company_name'),
    companyTitle: text('company_title'),
    url: text('url'),
    state: text('state'),
    address: text('address'),
    zipCode: text('zip_code'),
    country: text('country'),
    sourceUrl: text('source_url'),
    bio: text('bio'),
    utmSource: text('utm_source'),
    utmMedium: text('utm_medium'),
    utmCampaign: text('utm_campaign'),
    utmTerm: text('utm_term'),
    utmContent: text('utm_content'),
    referralSource: text('referral_source'),
    firstVisit: text('first_visit'),
    privacyConsent: text('privacy_consent'),
    marketingConsent: text('marketing_consent'),
    smsConsent: text('sms_consent'),
    ipAddress: text('ip_address'),
    latestScore: text('latest_score'),
    tags: text('tags'),
    link: text('link'),
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull().default({}),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    ...recordTimestamps,
  },
  (table) => [
    primaryKey({ columns: [table.websiteId, table.id] }),
    uniqueIndex('contacts_email').on(table.websiteId, table.email).where(sql`${table.email} is not null`),
    index('contacts_phone').on(table.websiteId, table.phone, table.id),
    index('contacts_newest').on(table.websiteId, table.createdAt.desc(), table.id.desc()),
  ],
);
