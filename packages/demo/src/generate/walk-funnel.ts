import type { CampaignSpec, ElementSpec } from '../definitions/specs.ts';
import { childId } from '../definitions/subject-ids.ts';
import type { EvenDraws } from '../random/even-draws.ts';
import type { Random } from '../random/random.ts';
import { answers } from './answers.ts';
import { chooseProduct, orderCents, selected, sold } from './basket.ts';
import type { DemoEvents, Happening } from './demo-event.ts';
import type { Visitor } from './visitor.ts';

export interface Visit {
  campaign: CampaignSpec;
  variantId: number;
  visitor: Visitor;
  /** On the rates of the first step. */
  rateFactor: number;
  random: Random;
  uses: EvenDraws;
  events: DemoEvents;
}

type Place = Pick<Happening, 'variantId' | 'stepId' | 'elementId'>;

const USUAL_ONWARD = 0.95;

/** One visitor before one campaign: from the first view as far as they get. */
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
    if (!random.chance(isLast ? campaign.goalRate : (step.onward ?? USUAL_ONWARD))) return;
    if (isLast) events.add(visitor, { type: 'completion', ...lastUsed });
  }
}

function useElement({ visitor, random, events }: Visit, element: ElementSpec, place: Place): void {
  const { fields, subscribeRate = 0, sells } = element;
  const showsProducts = element.type === 'products' || element.type === 'product_hero';
  const product = sells && chooseProduct(sells, random);
  events.add(visitor, {
    type: 'conversion',
    ...place,
    ...(product && showsProducts ? { products: [selected(product)] } : {}),
  });
  if (fields) {
    events.add(visitor, { type: 'submission', ...place, fields: answers(fields, random) });
    if (random.chance(subscribeRate)) events.add(visitor, { type: 'subscribe', ...place });
  }
  if (sells && product && random.chance(sells.orderRate)) {
    const revenueCents = orderCents(product, sells, random);
    const products = showsProducts ? [sold(product, revenueCents)] : [];
    events.add(visitor, { type: 'order', ...place, revenueCents, products });
  }
}
