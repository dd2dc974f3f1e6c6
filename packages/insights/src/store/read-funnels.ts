import { type Connection, ormOn } from '@funnel/db';
import { campaigns, steps, variants } from '@funnel/db/schema';
import { groupBy, type WebsiteId } from '@funnel/domain';
import { asc, eq } from 'drizzle-orm';

export type Funnel = Awaited<ReturnType<typeof readFunnels>>[number];

/** Reads all campaigns of a website, each with its variants and their steps, in the order of the reports. */
export async function readFunnels(snapshot: Connection, websiteId: WebsiteId) {
  const orm = ormOn(snapshot);
  const [campaignRows, variantRows, stepRows] = await Promise.all([
    orm
      .select({
        id: campaigns.id,
        name: campaigns.name,
        ctaType: campaigns.ctaType,
        status: campaigns.status,
      })
      .from(campaigns)
      .where(eq(campaigns.websiteId, websiteId))
      .orderBy(asc(campaigns.id)),
    orm
      .select({
        id: variants.id,
        campaignId: variants.campaignId,
        name: variants.name,
        variation: variants.variation,
        trafficPercentage: variants.trafficPercentage,
      })
      .from(variants)
      .where(eq(variants.websiteId, websiteId))
      .orderBy(asc(variants.variation), asc(variants.id)),
    orm
      .select({ id: steps.id, variantId: steps.variantId, name: steps.name, position: steps.position })
      .from(steps)
      .where(eq(steps.websiteId, websiteId))
      .orderBy(asc(steps.position), asc(steps.id)),
  ]);
  const stepsOf = groupBy(stepRows, (step) => step.variantId);
  const variantsOf = groupBy(
    variantRows.map((variant) => ({ ...variant, steps: stepsOf.get(variant.id) ?? [] })),
    (variant) => variant.campaignId,
  );
  return campaignRows.map((campaign) => ({ ...campaign, variants: variantsOf.get(campaign.id) ?? [] }));
}
