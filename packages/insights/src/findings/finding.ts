import type { Share } from './statistics/share.ts';

/**
 * What a week shows. Every finding carries all that its text states: ids, names and numbers. `effect` ranks
 * it: visitors a week who would get further (convert, mostly) if it were acted upon, counted cautiously, at
 * the unfavourable end of the interval; 0 for a mere fact.
 */
export type Finding =
  | VariantWins
  | VariantLoses
  | ConversionsStopped
  | TrafficWithoutConversions
  | ConversionRateChange
  | ViewsChange
  | NextStepMissed
  | StepDropOff
  | ConversionsWithoutCompletions
  | BestRevenuePerView
  | Fact;

/** Plainly true, no significance claimed: told where there is little else to tell. */
export type Fact = VariantsUndecided | BestConversionRate | WeekRevenue | WebsiteWeek;

export type FindingKind = Finding['kind'];

export interface Named {
  id: number;
  name: string;
}

export interface NamedVariant {
  id: number;
  name: string | null;
  variation: string;
  /** Converting viewers of its viewers. */
  share: Share;
  /** Of the week before, where hardly anything of it is left: the variant is probably broken. */
  before: Share | null;
}

/** Conversions a week, whole; from the cautious to the hopeful end of the 95 % interval. */
export interface Gain {
  low: number;
  high: number;
}

interface OfCampaign {
  campaign: Named;
  effect: number;
}

interface VariantFinding extends OfCampaign {
  variant: NamedVariant;
  /** Those it was compared with, best first. */
  others: readonly NamedVariant[];
  gain: Gain;
}

/** Better than each of the others. */
export interface VariantWins extends VariantFinding {
  kind: 'variant_wins';
}

/** Worse than each of at least two others, of which none is the best beyond doubt. */
export interface VariantLoses extends VariantFinding {
  kind: 'variant_loses';
}

/** It converted in the week before, and now hardly does while its views go on. */
export interface ConversionsStopped extends OfCampaign {
  kind: 'conversions_stopped';
  week: Share;
  previous: Share;
}

/** Seen, but without effect where the other campaigns have one. */
export interface TrafficWithoutConversions extends OfCampaign {
  kind: 'traffic_without_conversions';
  week: Share;
  /** The other live campaigns together. */
  others: Share;
}

/** Of a campaign, or of the website where that is null. */
export interface ConversionRateChange {
  kind: 'conversion_rate_change';
  campaign: Named | null;
  direction: 'up' | 'down';
  week: Share;
  previous: Share;
  effect: number;
}

export interface ViewsChange {
  kind: 'views_change';
  campaign: Named | null;
  direction: 'up' | 'down';
  week: number;
  previous: number;
  /** Percent of the week before, without sign. */
  percent: number;
  /** Of the website's change: the campaign that makes up most of it. */
  driver: (Named & { week: number; previous: number }) | null;
  effect: number;
}

interface StepFinding extends OfCampaign {
  /** Null where the campaign has but one. */
  variant: Pick<NamedVariant, 'id' | 'name' | 'variation'> | null;
  from: { id: number; position: number };
  to: { id: number; position: number };
  lost: number;
}

/** Visitors who acted on a step and yet did not see the next: `reached.of` acted, `reached.count` saw it. */
export interface NextStepMissed extends StepFinding {
  kind: 'next_step_missed';
  reached: Share;
}

/** Where the website's funnels lose most: `reached.of` saw a step, `reached.count` the next. */
export interface StepDropOff extends StepFinding {
  kind: 'step_drop_off';
  reached: Share;
}

/** Visitors convert but hardly reach the goal. */
export interface ConversionsWithoutCompletions extends OfCampaign {
  kind: 'conversions_without_completions';
  /** Completing visitors of converting ones. */
  week: Share;
  compared: Share;
  comparedWith: 'week_before' | 'other_campaigns';
}

export interface Earnings {
  views: number;
  orders: number;
  revenueCents: bigint;
  perViewCents: bigint;
}

/** The campaign that earns most per view, beyond what the luck of single orders explains. */
export interface BestRevenuePerView extends OfCampaign {
  kind: 'best_revenue_per_view';
  currency: string;
  week: Earnings;
  /** The other live campaigns that sell, together. */
  others: Earnings;
}

/** An experiment whose variants no test can tell apart. */
export interface VariantsUndecided extends OfCampaign {
  kind: 'variants_undecided';
  /** Best first: the order is chance's. */
  variants: readonly NamedVariant[];
}

export interface BestConversionRate extends OfCampaign {
  kind: 'best_conversion_rate';
  week: Share;
  next: Named & { week: Share };
}

export interface WeekRevenue {
  kind: 'week_revenue';
  campaign: null;
  currency: string;
  week: Earnings;
  previous: Earnings;
  effect: number;
}

export interface WebsiteWeek {
  kind: 'website_week';
  campaign: null;
  week: Share;
  previous: Share;
  effect: number;
}
