import type { CampaignStatus, WebsiteId } from '@funnel/domain';
import { and, eq } from 'drizzle-orm';
import { plainArrayLiteral } from '../connection/array-literal.ts';
import { int4, json, nullable, text, timestamptz } from '../connection/column-types.ts';
import { type Connection, ormOn } from '../connection/database.ts';
import type { Statement } from '../connection/statement.ts';
import { elements } from '../schema/index.ts';
import { statement } from '../statement.ts';

/** A campaign as lists show it. Times are milliseconds since 1970. */
export interface CampaignRow {
  id: number;
  name: string;
  cta_type: string;
  status: CampaignStatus;
  createdAt: number;
  publishedAt: number | null;
}

export interface VariantRow {
  id: number;
  name: string | null;
  variation: string;
  traffic_percentage: number;
}

export interface StepRow {
  id: number;
  name: string | null;
  position: number;
}

export interface ElementRow {
  id: number;
  element_type: string;
  name: string | null;
  position: number;
}

export interface SubjectKey {
  websiteId: WebsiteId;
  id: number;
}

const subject = { website: int4(), id: int4() };
const campaignsOfWebsite = statement(
  'read-campaigns',
  { website: int4(), status: nullable(text()), ctaType: nullable(text()) },
  {
    id: int4(),
    name: text(),
    cta_type: text(),
    status: text<CampaignStatus>(),
    created_at: timestamptz(),
    published_at: nullable(timestamptz()),
  },
);
const experimentsOfWebsite = statement(
  'read-experiments',
  { website: int4(), limit: int4() },
  { id: int4(), name: text(), cta_type: text(), variants: json<VariantRow[]>() },
);
const stepsOf = statement(
  'read-steps-of-variants',
  { website: int4(), variants: text() },
  { variant_id: int4(), id: int4(), name: nullable(text()), position: int4() },
);

/**
 * Reads the campaigns of a website, newest first, filtered where a filter is given.
 * @example
 * const campaigns = await readCampaigns(database.sql, { websiteId, status: 'live' });
 * assert.deepEqual(campaigns.map(({ name }) => name), ['Welcome']);
 */
export async function readCampaigns(
  connection: Connection,
  {
    websiteId,
    status,
    ctaType,
  }: { websiteId: WebsiteId; status?: string | undefined; ctaType?: string | undefined },
): Promise<CampaignRow[]> {
  const parameters = { website: websiteId, status: status ?? null, ctaType: ctaType ?? null };
  const rows = await campaignsOfWebsite(connection, parameters);
  return rows.map(({ created_at, published_at, ...campaign }) => ({
    ...campaign,
    createdAt: Date.parse(created_at),
    publishedAt: published_at === null ? null : Date.parse(published_at),
  }));
}

/**
 * Reads live campaigns with at least two variants that get traffic, newest first, with these variants.
 * @example
 * const [experiment] = await readExperiments(database.sql, { websiteId, limit: 10 });
 * assert.equal(experiment?.variants.length, 2);
 */
export function readExperiments(
  connection: Connection,
  { websiteId, limit }: { websiteId: WebsiteId; limit: number },
): Promise<{ id: number; name: string; cta_type: string; variants: VariantRow[] }[]> {
  return experimentsOfWebsite(connection, { website: websiteId, limit });
}

/**
 * @example
 * const campaign = await readCampaign(database.sql, { websiteId, id: 101 });
 * assert.equal(campaign?.variants[0]?.id, 1011);
 * assert.equal(await readCampaign(database.sql, { websiteId, id: 999 }), undefined);
 */
export const readCampaign = firstOf(
  statement('read-campaign', subject, {
    id: int4(),
    name: text(),
    cta_type: text(),
    status: text<CampaignStatus>(),
    variants: json<VariantRow[]>(),
  }),
);

/**
 * @example
 * const variant = await readVariant(database.sql, { websiteId, id: 1011 });
 * assert.deepEqual(variant?.funnel_steps, [{ id: 10111, name: null, position: 1 }]);
 */
export const readVariant = firstOf(
  statement('read-variant', subject, {
    id: int4(),
    name: nullable(text()),
    variation: text(),
    traffic_percentage: int4(),
    funnel_steps: json<StepRow[]>(),
  }),
);

/**
 * Reads the funnel steps of some variants of a website, in order.
 * @example
 * const steps = await stepsOfVariants(database.sql, { websiteId, ids: [1011] });
 * assert.deepEqual([...steps], [{ variant_id: 1011, id: 10111, name: null, position: 1 }]);
 */
export async function stepsOfVariants(
  connection: Connection,
  { websiteId, ids }: { websiteId: WebsiteId; ids: readonly number[] },
): Promise<(StepRow & { variant_id: number })[]> {
  if (ids.length === 0) return [];
  return stepsOf(connection, { website: websiteId, variants: plainArrayLiteral(ids) });
}

/**
 * @example
 * const step = await readStep(database.sql, { websiteId, id: 10111 });
 * assert.equal(step?.elements[0]?.element_type, 'form');
 */
export const readStep = firstOf(
  statement('read-step', subject, {
    id: int4(),
    name: nullable(text()),
    position: int4(),
    elements: json<ElementRow[]>(),
  }),
);

/**
 * @example
 * const element = await readElement(database.sql, { websiteId, id: 101111 });
 * assert.equal(element?.step_id, 10111);
 */
export async function readElement(connection: Connection, { websiteId, id }: SubjectKey) {
  const [element] = await ormOn(connection)
    .select({
      id: elements.id,
      step_id: elements.stepId,
      element_type: elements.elementType,
      name: elements.name,
      position: elements.position,
    })
    .from(elements)
    .where(and(eq(elements.websiteId, websiteId), eq(elements.id, id)));
  return element;
}

function firstOf<Row>(read: Statement<{ website: number; id: number }, Row>) {
  return async (connection: Connection, { websiteId, id }: SubjectKey): Promise<Row | undefined> => {
    const [row] = await read(connection, { website: websiteId, id });
    return row;
  };
}
