import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { sealApiKey } from '@funnel/api-keys';
import { areas, campaigns, elements, steps, variants, websites } from '@funnel/db/schema';
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
    rows.areas.push({ at, key, values: valuesOf(areas, area) });
  });
  await each('campaigns', document.campaigns, (campaign, at) => addCampaign(rows, campaign, at));
  return rows;
}

function websiteValues(website: CatalogDocument['websites'][number], encryptionKey: EncryptionKey) {
  return {
    ...valuesOf(websites, website),
    ...(website.api_key === undefined ? {} : sealedColumns(website.api_key, encryptionKey)),
  };
}

/** The fields of a document have the names of the columns. */
function valuesOf(table: PgTable, record: Readonly<Record<string, unknown>>): GivenRow['values'] {
  const columns = Object.entries(getTableColumns(table));
  return Object.fromEntries(columns.map(([field, { name }]) => [field, record[name]]));
}

export function sealedColumns(apiKey: string, encryptionKey: EncryptionKey) {
  if (!encryptionKey) throw new Error('A key of a website needs the encryption key');
  const { encrypted, hash } = sealApiKey(apiKey, encryptionKey);
  return { apiKeyEncrypted: encrypted, apiKeyHash: hash };
}

function addCampaign(rows: CatalogRows, campaign: CatalogDocument['campaigns'][number], at: string): void {
  const websiteId = campaign.website_id;
  rows.campaigns.push({ at, key: { websiteId, id: campaign.id }, values: valuesOf(campaigns, campaign) });
  for (const [index, variant] of campaign.variants.entries()) {
    const variantAt = `${at}.variants[${index}]`;
    const variation = variant.variation ?? String.fromCharCode('a'.charCodeAt(0) + (index % 26));
    rows.variants.push({
      at: variantAt,
      key: { websiteId, id: variant.id },
      values: { ...valuesOf(variants, variant), campaignId: campaign.id, variation },
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
  const position = step.position ?? place + 1;
  rows.steps.push({
    at,
    key: { websiteId, id: step.id },
    values: { ...valuesOf(steps, step), variantId, position },
  });
  for (const [index, element] of step.elements.entries()) {
    rows.elements.push({
      at: `${at}.elements[${index}]`,
      key: { websiteId, id: element.id },
      values: {
        ...valuesOf(elements, element),
        stepId: step.id,
        position: element.position ?? index + 1,
      },
    });
  }
}
