import {
  type BrokenCampaign,
  type CampaignStatus,
  type Counts,
  type DailyEarnings,
  type Day,
  MIN_VIEWS,
  type Share,
  shareOf,
} from '@funnel/domain';
import type { Named, NamedStep } from '@funnel/words';

/** One website's week, ready to be analysed. */
export interface FindingsInput {
  /** The Sunday of the week. */
  lastDay: Day;
  /** ISO code of the website's currency. */
  currency: string;
  website: ComparedWeek;
  /** Set if all campaigns together are broken, and none of them alone. */
  broken: BrokenCampaign | null;
  /** Campaigns with activity in either week; live and archived. */
  campaigns: readonly CampaignWeek[];
}

/** Distinct counts of the week and of the week before. Orders and revenue are totals. */
export interface SubjectWeek {
  week: Counts;
  previous: Counts;
}

/** What may have changed. */
export interface ComparedWeek extends SubjectWeek {
  /** Its first day, if that is later than the first of the week before: then there is nothing to compare with. */
  newSince: Day | null;
}

export interface CampaignWeek extends ComparedWeek, Named {
  ctaType: string;
  status: CampaignStatus;
  /** Null if nothing is broken at the end of the week. */
  broken: BrokenCampaign | null;
  /** Since when its variants are compared; null if they are not. */
  comparedSince: Day | null;
  /** Viewers of its variants together in a week. */
  weeklyViewers: number;
  variants: readonly VariantWeek[];
}

export interface VariantWeek extends SubjectWeek {
  id: number;
  name: string | null;
  variation: string;
  trafficPercentage: number;
  /** The viewers who converted, since its variants are compared. */
  life: Share;
  /** What it earned on each of these days; null where there is too little to compare. */
  earnings: DailyEarnings | null;
  steps: readonly StepWeek[];
}

export interface StepWeek extends SubjectWeek, NamedStep {}

/** The live campaigns, sorted by id so that the result does not depend on their order in the input. */
export function liveCampaigns({ campaigns }: FindingsInput): CampaignWeek[] {
  return campaigns.filter(({ status }) => status === 'live').sort((a, b) => a.id - b.id);
}

export function hasEnoughViews({ week }: CampaignWeek): boolean {
  return week.views >= MIN_VIEWS;
}

export function conversionShare({ conversions, views }: Counts): Share {
  return shareOf(conversions, views);
}

/** Only the id and the name of a subject. */
export function named({ id, name }: Named): Named {
  return { id, name };
}
