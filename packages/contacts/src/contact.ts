import type { contacts } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';

type StoredContact = typeof contacts.$inferSelect;

/** The text fields of a contact as the API names them, in the order of its answers, with their columns. */
export const CONTACT_TEXT_FIELDS = {
  email: 'email',
  name: 'name',
  last_name: 'lastName',
  phone: 'phone',
  city: 'city',
  avatar_url: 'avatarUrl',
  company_name: 'companyName',
  company_title: 'companyTitle',
  url: 'url',
  state: 'state',
  address: 'address',
  zip_code: 'zipCode',
  country: 'country',
  source_url: 'sourceUrl',
  bio: 'bio',
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
  referral_source: 'referralSource',
  first_visit: 'firstVisit',
  privacy_consent: 'privacyConsent',
  marketing_consent: 'marketingConsent',
  sms_consent: 'smsConsent',
  ip_address: 'ipAddress',
  latest_score: 'latestScore',
  tags: 'tags',
  link: 'link',
} as const satisfies Record<string, keyof StoredContact>;

export type ContactTextField = keyof typeof CONTACT_TEXT_FIELDS;

/** A contact as the API returns it: every field is present, null where it is empty. */
export type Contact = Record<ContactTextField, string | null> & {
  id: number;
  website_id: WebsiteId;
  created_at: string;
  updated_at: string;
  visitor_token: string;
  extra: Record<string, unknown>;
  data: Record<string, unknown>;
};

export function contactOf(row: StoredContact): Contact {
  const texts = Object.entries(CONTACT_TEXT_FIELDS).map(([field, column]) => [field, row[column]]);
  const { tags, link, ...others } = Object.fromEntries(texts) as Record<ContactTextField, string | null>;
  return {
    id: row.id,
    website_id: row.websiteId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    visitor_token: row.visitorToken,
    ...others,
    extra: row.extra,
    data: row.data,
    tags,
    link,
  };
}
