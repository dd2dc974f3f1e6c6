import { type Day, formatDay } from '@funnel/domain';
import { type CampaignSpec, childId, variantsOf, type WebsiteSpec } from '../definitions/specs.ts';

const ACCOUNT_AGE_DAYS = 760;
const PREPARATION_DAYS = 2;
const AREA_INTERVAL_DAYS = 45;

export function demoCatalog(
  account: { id: number; name: string },
  websites: readonly WebsiteSpec[],
  today: Day,
) {
  const at = (daysAgo: number) => `${formatDay(today - daysAgo)}T09:30:00Z`;
  return {
    accounts: [account],
    websites: websites.map((website) => websiteDocument(website, account.id, at)),
    areas: websites.flatMap((website) =>
      website.areas.map((name, index) => ({
        id: website.id * 10 + index + 1,
        website_id: website.id,
        name,
        created_at: at(ACCOUNT_AGE_DAYS - index * AREA_INTERVAL_DAYS),
      })),
    ),
    campaigns: websites.flatMap((website) =>
      website.campaigns.map((campaign) => campaignDocument(website.id, campaign, at)),
    ),
  };
}

type At = (daysAgo: number) => string;

function websiteDocument(website: WebsiteSpec, accountId: number, at: At) {
  return {
    id: website.id,
    account_id: accountId,
    name: website.name,
    brand: website.brand,
    currency: website.currency,
    plan_type: website.planType,
    premium: true,
    script_type: 'async',
    sub_domain: 'www',
    data: {
      'form-tracking': 'true',
      last_published: at(Math.min(...website.campaigns.map((campaign) => campaign.since))),
      'url-identification': 'false',
      'google-analytics-track': 'true',
    },
    created_at: at(ACCOUNT_AGE_DAYS),
  };
}

function campaignDocument(websiteId: number, campaign: CampaignSpec, at: At) {
  const created = { created_at: at(campaign.since + PREPARATION_DAYS) };
  const variants = variantsOf(campaign);
  const touched = { ...created, updated_at: at(campaign.until ?? campaign.since) };
  return {
    id: campaign.id,
    website_id: websiteId,
    name: campaign.name,
    page_path: campaign.pagePath,
    cta_type: campaign.ctaType,
    test_type: variants.length > 1 ? 'abc'.slice(0, variants.length) : 'none',
    status: campaign.until === undefined ? 'live' : 'archived',
    published_at: at(campaign.since),
    ...touched,
    variants: variants.map(({ name, traffic }, index) => {
      const id = childId(campaign.id, index);
      return { id, name, traffic_percentage: traffic, ...touched, steps: stepDocuments(campaign, id) };
    }),
  };
}

function stepDocuments({ steps }: CampaignSpec, variantId: number) {
  return steps.map(({ name, elements }, index) => {
    const id = childId(variantId, index);
    return {
      id,
      name,
      elements: elements.map((element, place) => ({
        id: childId(id, place),
        name: element.name,
        element_type: element.type,
      })),
    };
  });
}
