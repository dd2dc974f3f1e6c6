import { sealApiKey } from '@funnel/api-keys';
import { type WebsiteId, Turns } from '@funnel/domain';
import type { CatalogDocument } from './catalog-document.ts';

/** A row as the document gives it; undefined values are not given. */
export interface GivenRow<Key extends RowKey = RowKey> {
  /** Its path in the document, for error messages. */
  at: string;
  key: Key;
  values: Record<string, unknown>;
}

/** 32 bytes for the legacy keys of websites; undefined for an import that cannot set or create one. */
export type EncryptionKey = Uint8Array | undefined;

/** The primary key. Accounts and websites have no `websiteId`. */
export interface RowKey {
  websiteId?: WebsiteId;
  id: number;
}

export interface CatalogRows {
  accounts: GivenRow[];
  websites: GivenRow<{ id: WebsiteId }>[];
  areas: GivenRow[];
  campaigns: GivenRow[];
  variants: GivenRow[];
  steps: GivenRow[];
  elements: GivenRow[];
}

/** Flattens the nested document to rows. A missing variation or position follows from the place in its list. */
export async function catalogRows(
  document: CatalogDocument,
  encryptionKey: EncryptionKey,
): Promise<CatalogRows> {
  const turns = new Turns();
  const rows: CatalogRows = {
    accounts: [],
    websites: [],
    areas: [],
    campaigns: [],
    variants: [],
    steps: [],
    elements: [],
  };
  const each = async <Item>(name: string, items: readonly Item[], add: (item: Item, at: string) => void) => {
    for (const [index, item] of items.entries()) {
      if (turns.isOver) await turns.next();
      add(item, `${name}[${index}]`);
    }
  };
  await each('accounts', document.accounts, ({ id, name }, at) => {
    rows.accounts.push({ at, key: { id }, values: { name } });
  });
  await each('websites', document.websites, (website, at) => {
    rows.websites.push({ at, key: { id: website.id }, values: websiteValues(website, encryptionKey) });
  });
  await each('areas', document.areas, (area, at) => {
    const key = { websiteId: area.website_id, id: area.id };
    rows.areas.push({ at, key, values: { name: area.name, ...timestamps(area) } });
  });
  await each('campaigns', document.campaigns, (campaign, at) => addCampaign(rows, campaign, at));
  return rows;
}

function websiteValues(
  website: CatalogDocument['websites'][number],
  encryptionKey: EncryptionKey,
): Record<string, unknown> {
  return {
    accountId: website.account_id,
    name: website.name,
    currency: website.currency,
    listener: website.listener,
    active: website.active,
    test: website.test,
    blacklisted: website.blacklisted,
    poweredBy: website.powered_by,
    archived: website.archived,
    premium: website.premium,
    support: website.support,
    scriptType: website.script_type,
    brand: website.brand,
    subDomain: website.sub_domain,
    planType: website.plan_type,
    data: website.data,
    ...(website.api_key === undefined ? {} : sealedColumns(website.api_key, encryptionKey)),
    ...timestamps(website),
  };
}

export function sealedColumns(apiKey: string, encryptionKey: EncryptionKey) {
  if (!encryptionKey) throw new Error('A key of a website needs the encryption key');
  const { encrypted, hash } = sealApiKey(apiKey, encryptionKey);
  return { apiKeyEncrypted: encrypted, apiKeyHash: hash };
}

function addCampaign(rows: CatalogRows, campaign: CatalogDocument['campaigns'][number], at: string): void {
  const websiteId = campaign.website_id;
  rows.campaigns.push({
    at,
    key: { websiteId, id: campaign.id },
    values: {
      name: campaign.name,
      pagePath: campaign.page_path,
      ctaType: campaign.cta_type,
      testType: campaign.test_type,
      status: campaign.status,
      publishedAt: campaign.published_at,
      ...timestamps(campaign),
    },
  });
  for (const [index, variant] of campaign.variants.entries()) {
    const variantAt = `${at}.variants[${index}]`;
    rows.variants.push({
      at: variantAt,
      key: { websiteId, id: variant.id },
      values: {
        campaignId: campaign.id,
        name: variant.name,
        variation: variant.variation ?? String.fromCharCode('a'.charCodeAt(0) + (index % 26)),
        trafficPercentage: variant.traffic_percentage,
        ...timestamps(variant),
      },
    });
    for (const [place, step] of variant.steps.entries())
      addStep(rows, websiteId, variant.id, step, place, `${variantAt}.steps[${place}]`);
  }
}

type Step = CatalogDocument['campaigns'][number]['variants'][number]['steps'][number];

function addStep(
  rows: CatalogRows,
  websiteId: WebsiteId,
  variantId: number,
  step: Step,
  place: number,
  at: string,
): void {
  rows.steps.push({
    at,
    key: { websiteId, id: step.id },
    values: { variantId, name: step.name, position: step.position ?? place + 1 },
  });
  for (const [index, element] of step.elements.entries()) {
    rows.elements.push({
      at: `${at}.elements[${index}]`,
      key: { websiteId, id: element.id },
      values: {
        stepId: step.id,
        elementType: element.element_type,
        name: element.name,
        position: element.position ?? index + 1,
      },
    });
  }
}

function timestamps(record: { created_at?: Date | undefined; updated_at?: Date | undefined }) {
  return { createdAt: record.created_at, updatedAt: record.updated_at };
}
