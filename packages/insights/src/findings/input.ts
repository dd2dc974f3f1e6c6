import type { Counts, CampaignStatus } from '@funnel/domain';

/** One website's frozen week. */
export interface FindingsInput {
  /** ISO code of the website. */
  currency: string;
  website: SubjectWeek;
  /** Only those with any count in either week; live and archived. */
  campaigns: readonly CampaignWeek[];
}

/** Distinct counts of the week and of the week before; orders and revenue summed. */
export interface SubjectWeek {
  week: Counts;
  previous: Counts;
}

export interface CampaignWeek extends SubjectWeek {
  id: number;
  name: string;
  ctaType: string;
  status: CampaignStatus;
  variants: readonly VariantWeek[];
}

export interface VariantWeek extends SubjectWeek {
  id: number;
  name: string | null;
  variation: string;
  trafficPercentage: number;
  steps: readonly StepWeek[];
}

export interface StepWeek extends SubjectWeek {
  id: number;
  position: number;
}
