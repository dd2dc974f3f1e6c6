import { meaningOf, type Meanings } from '@funnel/service';

const METRICS_OF_POINTS: Meanings = {
  views: 'A campaign, or a further step of it, was shown.',
  conversions: 'Visitors engaged: a button click, form, survey, quiz or product.',
  completions: "The campaign's goal was marked complete.",
  submissions: 'Forms, surveys and quizzes that were sent.',
  subscribes: 'Contacts that were captured.',
  orders: 'Purchases.',
  revenue: "Value of the orders, in the website's currency.",
  conversion_rate: 'Conversions per 100 views.',
  subscribe_rate: 'Subscribes per 100 views.',
  order_rate: 'Orders per 100 views.',
  aov: 'Average order value: revenue divided by orders.',
  viewers: 'Distinct visitors who saw a campaign.',
};

const REPORTS: Meanings = {
  report: 'The kind of report.',
  data: 'The report itself.',
  website: 'The website of the report.',
  metrics: 'The numbers of the days.',
  selected: 'The timeframe that was asked for.',
  timezone: 'Days begin and end in it.',
  timeframe: 'The days of the report.',
  'products.value': 'The name of the product.',
  'fields.value': 'The answer, if it is a choice; null for all others together.',
  variants: 'One entry for each variant.',
  group_by: 'The length of a bucket.',
  pagination: 'Which page of the list this is.',
  variation: 'The letter of the variant: a, b, c.',
  position: 'The place in the order, from 1.',
  weeks: 'The Mondays of weeks with insights, newest first.',
  'changes.*': 'Percent change from the period before; null if it was 0.',
};

const EXTRAS: Meanings = {
  'names.*': 'The name, by id.',
  kind: 'What happened to the campaign: launch, break, end, or another split of its visitors.',
  date: 'The day on which it happened.',
  since: 'The first day of it.',
  text: 'The same in a sentence.',
  'Notes.code': 'Stable, for programs.',
  'Notes.text': 'The note, for people and assistants.',
  verdict: 'What the test shows.',
  start: 'The first day of the lines.',
  end: 'The last day of the lines.',
  'above.*': 'The one that it belongs to.',
  'trends.views': 'Views of each bucket, by id.',
  'trends.conversions': 'Conversions of each bucket, by id.',
};

const RECORDS: Meanings = {
  ...meaningOf(
    'listener active test blacklisted powered_by archived premium support script_type brand sub_domain plan_type',
    'Set by the platform.',
  ),
  ...meaningOf(
    'screenshot WebsiteRecord.url user_id published visitors_count context research context_last_updated',
    'Always null.',
  ),
  ...meaningOf(
    'CampaignRecord.conversions WebsiteRecord.conversions',
    'All-time distinct visitors who converted.',
  ),
  ...meaningOf(
    'CampaignRecord.completions WebsiteRecord.completions',
    'All-time distinct visitors who reached the goal.',
  ),
  id: 'The id.',
  name: 'The name.',
  account_id: 'The account that the website belongs to.',
  account_name: 'The name of that account.',
  website_id: 'The website that it belongs to.',
  campaign_id: 'The campaign.',
  currency: 'ISO 4217, such as EUR.',
  cta_type: 'The form of the campaign: inline, overlay, hook, bar or page.',
  status: 'Whether the campaign is live or archived.',
  page_path: 'The page on which it is shown.',
  test_type: 'The kind of test, as the platform has set it.',
  percentage: 'The share of visitors who are meant to see the variant.',
  message: 'What was done.',
  'WebsiteRecord.data': 'Further values that the platform has stored.',
};

const CONTACTS: Meanings = {
  ...meaningOf(
    'utm_source utm_medium utm_campaign utm_term utm_content',
    'The UTM parameter, as it was sent.',
  ),
  visitor_token: 'The browser of the person, as in events.',
  email: 'The e-mail address, in small letters.',
  first_name: 'Stored as `name`.',
  'Contact.name': 'The first name.',
  last_name: 'The last name.',
  phone: 'With + and the code of the country.',
  city: 'The city.',
  avatar_url: 'The address of a picture.',
  company_name: 'The company of the person.',
  company_title: 'The position of the person in it.',
  'Contact.url': 'An address, as it was sent.',
  'Contact.state': 'The state or region.',
  address: 'Street and number.',
  zip_code: 'The postal code.',
  country: 'The country.',
  source_url: 'The page that the contact comes from, as it was sent.',
  bio: 'A text about the person, as it was sent.',
  'Contact.data': 'Further values, as they were sent.',
  referral_source: 'Where the visitor came from, as it was sent.',
  first_visit: 'The first visit, as it was sent.',
  privacy_consent: 'Consent to the privacy policy, as it was sent.',
  marketing_consent: 'Consent to advertising, as it was sent.',
  sms_consent: 'Consent to text messages, as it was sent.',
  ip_address: 'The network address, as it was sent.',
  latest_score: 'A score, as it was sent.',
  tags: 'Labels, as they were sent.',
  link: 'A link, as it was sent.',
};

/** What fields mean whose schemas do not say it. */
export const MEANINGS: Meanings = { ...METRICS_OF_POINTS, ...REPORTS, ...EXTRAS, ...RECORDS, ...CONTACTS };
