import type { CtaType, ElementType } from '@funnel/domain';

export interface WebsiteSpec {
  id: number;
  /** Root domain under `.example`, which is reserved (RFC 2606). */
  name: string;
  brand: string;
  currency: string;
  planType: string;
  /** Visitors on an average day, now. */
  dailyVisitors: number;
  /** 1.2 means 20 % more every year. */
  yearlyGrowth: number;
  /** Share of a day's visitors who have visited before. */
  returning: number;
  /** A factor per weekday, from Monday to Sunday; 1 is the average. */
  weekdays: readonly number[];
  /** A factor per date (month-day), in order. Dates in between are interpolated. */
  seasons: readonly (readonly [string, number])[];
  areas: readonly string[];
  audience: AudienceSpec;
  campaigns: readonly CampaignSpec[];
}

export interface CampaignSpec {
  /** The ids of variants, steps and elements follow from it. See `childId`. */
  id: number;
  name: string;
  ctaType: CtaType;
  pagePath: string;
  /** Days ago when the campaign started. With `until` it has ended and is archived. */
  since: number;
  until?: number;
  /** Share of the website's visitors who see it. */
  reach: number;
  /** Their names; the traffic is split evenly. Without any there is one, which has no name. */
  variants?: readonly string[];
  /** Factors for the rates of the first step, by variant; 1 by default. */
  lifts?: Readonly<Record<string, number>>;
  steps: readonly StepSpec[];
  /** Share of visitors who reach the goal after acting on the last step. */
  goalRate: number;
  /** Share of its conversions that remains since the Monday of the last full week, when it broke. */
  brokenTo?: number;
}

interface StepSpec {
  name: string;
  elements: readonly ElementSpec[];
  /** Share of visitors who see the next step after acting on this one. */
  onward?: number;
}

export interface ElementSpec {
  name?: string;
  type: ElementType;
  /** Share of the step's viewers who use it. */
  rate: number;
  fields?: readonly FieldSpec[];
  /** Share of submissions that create a contact. */
  subscribeRate?: number;
  sells?: SalesSpec;
}

export interface FieldSpec {
  field: string;
  fieldType: string;
  /** The weights of the choices. A field without any is free text. */
  choices?: Readonly<Record<string, number>>;
  /** Share of submissions that fill it in. */
  answered?: number;
}

export interface SalesSpec {
  /** Share of visitors who buy the product that they selected. */
  orderRate: number;
  products: readonly ProductSpec[];
  /** Median and spread of the quantity, with a long tail of large orders. */
  quantity?: { median: number; spread: number };
}

export interface ProductSpec {
  /** Null for a product that the shop no longer knows. */
  value: string | null;
  price: number;
  weight: number;
}

export interface AudienceSpec {
  country: string;
  cities: readonly (readonly [city: string, state: string, zipCode: string])[];
  firstNames: readonly string[];
  lastNames: readonly string[];
  /** Telephone numbers that are reserved for fiction: the prefix and the number of digits after it. */
  phones: { prefix: string; digits: number };
  companies: readonly string[];
  titles: readonly string[];
}

interface Variant {
  name: string | null;
  /** Percent of the campaign's visitors; of those that cannot be split the first variant has the most. */
  traffic: number;
  lift: number;
}

export function variantsOf({ variants = [], lifts = {} }: CampaignSpec): Variant[] {
  if (variants.length === 0) return [{ name: null, traffic: 100, lift: 1 }];
  const share = Math.floor(100 / variants.length);
  const rest = 100 - share * variants.length;
  return variants.map((name, index) => ({
    name,
    traffic: index === 0 ? share + rest : share,
    lift: lifts[name] ?? 1,
  }));
}

/** The id of a child: the parent's id followed by the position. Campaign 101 has variant 1011, which has step 10111. */
export function childId(parentId: number, index: number): number {
  return parentId * 10 + index + 1;
}
