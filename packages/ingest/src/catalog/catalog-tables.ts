import type { PgTable } from 'drizzle-orm/pg-core';
import { newApiKey } from '@funnel/api-keys';
import { secretForNewWebsites } from '@funnel/db';
import { accounts, areas, campaigns, elements, steps, variants, websites } from '@funnel/db/schema';
import { type CatalogRows, type EncryptionKey, sealedColumns } from './catalog-rows.ts';

/** To build a statement of a hundred rows takes some ten milliseconds. */
export const ROWS_PER_STATEMENT = 100;

export interface CatalogTable {
  name: keyof CatalogRows;
  singular: string;
  table: PgTable;
  /** An id cannot move to another parent unless `moves` is set, because its recorded metrics would not follow. */
  parent?: { table: keyof CatalogRows; column: string; moves?: boolean };
  required: string[];
  /** Values of a new record that the document does not give, where they are not the defaults of the columns. */
  defaults?: (now: Date, encryptionKey: EncryptionKey) => Record<string, unknown>;
  /** What follows from a change of a stored record. */
  changes?: (
    stored: Record<string, unknown>,
    given: Record<string, unknown>,
    now: Date,
  ) => Record<string, unknown>;
}

const created = (now: Date) => ({ createdAt: now, updatedAt: now });

/** In the order of writing, parents first. */
export const CATALOG_TABLES: readonly CatalogTable[] = [
  { name: 'accounts', singular: 'account', table: accounts, required: ['name'], defaults: created },
  {
    name: 'websites',
    singular: 'website',
    table: websites,
    parent: { table: 'accounts', column: 'accountId', moves: true },
    required: ['accountId', 'name'],
    defaults: (now, encryptionKey) => ({
      ...sealedColumns(newApiKey(), encryptionKey),
      visitorSecret: secretForNewWebsites,
      ...created(now),
    }),
  },
  { name: 'areas', singular: 'area', table: areas, required: ['name'], defaults: created },
  {
    name: 'campaigns',
    singular: 'campaign',
    table: campaigns,
    required: ['name', 'ctaType'],
    defaults: created,
  },
  {
    name: 'variants',
    singular: 'variant',
    table: variants,
    parent: { table: 'campaigns', column: 'campaignId' },
    required: [],
    defaults: created,
    changes: (stored, { trafficPercentage: given }, now) =>
      given === undefined || given === stored['trafficPercentage'] ? {} : { splitChangedAt: now },
  },
  {
    name: 'steps',
    singular: 'step',
    table: steps,
    parent: { table: 'variants', column: 'variantId' },
    required: [],
  },
  {
    name: 'elements',
    singular: 'element',
    table: elements,
    parent: { table: 'steps', column: 'stepId' },
    required: [],
  },
];
