import { type CampaignSpec, childId, type ElementSpec } from '../definitions/specs.ts';
import type { EvenDraws, Random } from '../random/random.ts';
import type { DemoEvents, EventDetails } from './demo-event.ts';
import { drawAnswers, drawOrderCents, drawProduct, selected, sold } from './interactions.ts';
import type { Visitor } from './visitor.ts';

export interface Visit {
  campaign: CampaignSpec;
  variantId: number;
  visitor: Visitor;
  rateFactor: number;
  random: Random;
  uses: EvenDraws;
  events: DemoEvents;
}

type Place = Pick<EventDetails, 'variantId' | 'stepId' | 'elementId'>;

const DEFAULT_ONWARD = 0.95;

/** Adds the events of one visit, from the first view to the last action. */
export function walkFunnel(visit: Visit): void {
  const { campaign, variantId, visitor, random, events } = visit;
  for (const [index, step] of campaign.steps.entries()) {
    const stepId = childId(variantId, index);
    events.add(visitor, { type: 'view', variantId, stepId });
    const factor = index === 0 ? visit.rateFactor : 1;
    let lastUsed: Place | undefined;
    for (const [position, element] of step.elements.entries()) {
      const elementId = childId(stepId, position);
      if (!visit.uses.chance(elementId, element.rate * factor)) continue;
      lastUsed = { variantId, stepId, elementId };
      useElement(visit, element, lastUsed);
    }
    if (!lastUsed) return;
    const isLast = index === campaign.steps.length - 1;
    if (!random.chance(isLast ? campaign.goalRate : (step.onward ?? DEFAULT_ONWARD))) return;
    if (isLast) events.add(visitor, { type: 'completion', ...lastUsed });
  }
}

function useElement({ visitor, random, events }: Visit, element: ElementSpec, place: Place): void {
  const { fields, subscribeRate = 0, sells } = element;
  const showsProducts = element.type === 'products' || element.type === 'product_hero';
  const product = sells && drawProduct(sells, random);
  events.add(visitor, {
    type: 'conversion',
    ...place,
    ...(product && showsProducts ? { products: [selected(product)] } : {}),
  });
  if (fields) {
    events.add(visitor, { type: 'submission', ...place, fields: drawAnswers(fields, random) });
    if (random.chance(subscribeRate)) events.add(visitor, { type: 'subscribe', ...place });
  }
  if (sells && product && random.chance(sells.orderRate)) {
    const revenueCents = drawOrderCents(product, sells, random);
    const products = showsProducts ? [sold(product, revenueCents)] : [];
    events.add(visitor, { type: 'order', ...place, revenueCents, products });
  }
}
