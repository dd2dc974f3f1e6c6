import { type BrokenCampaign, type Share, shareOf } from '@funnel/domain';
import type { ExperimentLife } from '@funnel/metrics';
import { letterOf } from '@funnel/words';
import type { ReportFacts } from './report-facts.ts';

/** A variant that gets traffic, with the viewers who converted. */
export interface TestedVariant {
  id: number;
  letter: string;
  share: Share;
  weight: number;
}

/** A campaign that splits its traffic. */
export interface Experiment {
  campaignId: number;
  name: string;
  variants: TestedVariant[];
}

export interface ExperimentFacts extends ReportFacts {
  /** Those with at least two variants. */
  experiments: readonly Experiment[];
  /** How each went since it began, by the id of its first variant. */
  lives: ReadonlyMap<number, ExperimentLife>;
  /** Whether nobody can end or go on with them any more. */
  isOver?: boolean;
  /** Set if the only one is broken. */
  broken?: BrokenCampaign | undefined;
}

/** A variant as bodies show it. */
export interface ShownVariant {
  id: number;
  variation: string;
  traffic_percentage: number;
  metrics: { views: number; conversions: number };
}

/** The experiments among campaigns: those that split their traffic between at least two variants. */
export function experimentsIn(
  campaigns: readonly { id: number; name: string; variants: readonly ShownVariant[] }[],
): Experiment[] {
  return campaigns
    .map(({ id, name, variants }) => ({
      campaignId: id,
      name,
      variants: variants
        .filter(({ traffic_percentage }) => traffic_percentage > 0)
        .map((variant) => ({
          id: variant.id,
          letter: letterOf(variant),
          share: shareOf(variant.metrics.conversions, variant.metrics.views),
          weight: variant.traffic_percentage,
        })),
    }))
    .filter(({ variants }) => variants.length > 1);
}
