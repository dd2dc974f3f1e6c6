import type { BrokenCampaign, Day, Outlook, SettledPair, Share } from '@funnel/domain';

/**
 * Something that a week shows. A finding contains everything that its text mentions: ids, names and numbers. `effect`
 * ranks it: how many visitors a week would get further (usually: convert) if somebody acted on it. It is a cautious
 * estimate, the low end of the interval; 0 for a fact.
 */
export type Finding =
  | VariantDecided<'variant_wins'>
  | VariantDecided<'variant_loses'>
  | CampaignBroke
  | TrafficWithoutConversions
  | ConversionRateChange
  | ViewsChange
  | NextStepMissed
  | StepDropOff
  | ConversionsWithoutCompletions
  | BestRevenuePerView
  | Fact;

/** True without a significance test. Used when a week has few other findings. */
export type Fact = VariantsUndecided | BestConversionRate | WeekRevenue | WebsiteSummary;

export type FindingKind = Finding['kind'];

export interface Named {
  id: number;
  name: string;
}

export interface NamedVariant {
  id: number;
  name: string | null;
  variation: string;
  /** The viewers who converted, since the variants are compared. */
  share: Share;
  /** The week before, if the variant has almost stopped converting since and is probably broken; else null. */
  before: Share | null;
}

/** Additional conversions a week: the 95 % interval, in whole numbers. */
export interface Gain {
  low: number;
  high: number;
}

/** Of a campaign, or of the whole website if `campaign` is null. */
interface AnyFinding {
  campaign: Named | null;
  effect: number;
}

interface CampaignFinding extends AnyFinding {
  campaign: Named;
}

/** Of the whole website. */
interface WebsiteFinding extends AnyFinding {
  campaign: null;
  /** The day as people say it, if the website began after the first day of the week before. */
  newSince: string | null;
}

/** A variant is better than each of the others; or worse than each of at least two others, none of which is clearly the best. */
export interface VariantDecided<Kind = 'variant_wins' | 'variant_loses'> extends CampaignFinding {
  kind: Kind;
  /** The day since when they are compared: "9 November". */
  since: string;
  variant: NamedVariant;
  /** The variants it was compared with, best first. */
  others: readonly NamedVariant[];
  gain: Gain;
}

/** Viewers of a campaign no longer go on, or nobody comes any more; of the whole website if `campaign` is null. */
export interface CampaignBroke extends AnyFinding {
  kind: 'campaign_broke';
  broken: BrokenCampaign;
  /** The Sunday of the week. */
  lastDay: Day;
  week: Share;
  previous: Share;
}

/** A campaign gets views but almost no conversions, unlike the other campaigns. */
export interface TrafficWithoutConversions extends CampaignFinding {
  kind: 'traffic_without_conversions';
  week: Share;
  /** The other live campaigns together. */
  others: Share;
}

/** The conversion rate of a campaign changed; of the whole website if `campaign` is null. */
export interface ConversionRateChange extends AnyFinding {
  kind: 'conversion_rate_change';
  direction: 'up' | 'down';
  week: Share;
  previous: Share;
}

/** The views of a campaign changed; of the whole website if `campaign` is null. */
export interface ViewsChange extends AnyFinding {
  kind: 'views_change';
  direction: 'up' | 'down';
  week: number;
  previous: number;
  /** Percent of the week before, without sign. */
  percent: number;
  /** The campaign that causes most of the website's change, if there is one. */
  driver: (Named & { week: number; previous: number; isNew: boolean }) | null;
}

/** A step by its place, and its name if it has one. */
export interface NamedStep {
  id: number;
  name: string | null;
  position: number;
}

interface StepFinding extends CampaignFinding {
  /** Null if the campaign has only one variant. */
  variant: Pick<NamedVariant, 'id' | 'name' | 'variation'> | null;
  from: NamedStep;
  to: NamedStep;
  reached: Share;
  lost: number;
}

/** Visitors acted on a step but did not see the next one: `reached.of` acted, `reached.count` saw it. */
export interface NextStepMissed extends StepFinding {
  kind: 'next_step_missed';
}

/** Where the website's funnels lose the most visitors: `reached.of` saw a step, `reached.count` the next one. */
export interface StepDropOff extends StepFinding {
  kind: 'step_drop_off';
  /** Campaigns that lose more, and have a finding of their own that says why. */
  apartFrom: readonly (Named & { isBroken: boolean })[];
}

/** Visitors of a campaign convert, but almost none reach its goal. */
export interface ConversionsWithoutCompletions extends CampaignFinding {
  kind: 'conversions_without_completions';
  /** The converted visitors who completed. */
  week: Share;
  compared: Share;
  comparedWith: 'week_before' | 'other_campaigns';
}

/** What one or more campaigns earned. */
export interface Earnings {
  views: number;
  orders: number;
  revenueCents: bigint;
  perViewCents: bigint;
}

/** The campaign that earns the most per view, by more than a few lucky orders can explain. */
export interface BestRevenuePerView extends CampaignFinding {
  kind: 'best_revenue_per_view';
  currency: string;
  week: Earnings;
  /** The other live campaigns with orders, together. */
  others: Earnings;
}

/** An experiment without a variant that is better than each other, or worse. */
export interface VariantsUndecided extends CampaignFinding {
  kind: 'variants_undecided';
  since: string;
  /** Best first, but the order may be chance. */
  variants: readonly NamedVariant[];
  /** The pairs that differ beyond chance all the same. */
  settled: readonly SettledPair<NamedVariant>[];
  /** Whether it is worth to wait; null if it is broken, or one variant earns most. */
  outlook: Outlook | null;
  /** The variant that earns most per viewer, beyond chance. */
  earnsMost: NamedVariant | null;
}

export interface BestConversionRate extends CampaignFinding {
  kind: 'best_conversion_rate';
  week: Share;
  next: Named & { week: Share };
}

export interface WeekRevenue extends WebsiteFinding {
  kind: 'week_revenue';
  /** Whether the number of orders changed by more than chance. */
  isBeyondChance: boolean;
  /** The campaign with most of the change, if there is one. */
  driver: (Named & { orders: number; previousOrders: number }) | null;
  currency: string;
  week: Earnings;
  previous: Earnings;
}

/** The website's viewers and conversions. */
export interface WebsiteSummary extends WebsiteFinding {
  kind: 'website_week';
  week: Share;
  previous: Share;
}
