import type { CtaType, ElementType } from '@funnel/domain';
import type { Weighted } from '../random/random.ts';

/** A website of the demonstration: who comes, when, and what they are shown. */
export interface WebsiteSpec {
  id: number;
  /** Root domain, under a name that no one can register (RFC 2606). */
  name: string;
  brand: string;
  currency: string;
  planType: string;
  /** Visitors on an average day of today's level. */
  dailyVisitors: number;
  /** 1.2: a fifth more every year. */
  yearlyGrowth: number;
  /** Share of a day's visitors who have been here before. */
  returning: number;
  /** Monday to Sunday, 1 is the average. */
  weekdays: readonly number[];
  /** Month and day with a factor, in order; straight lines between them, round the year. */
  seasons: readonly (readonly [string, number])[];
  areas: readonly string[];
  audience: AudienceSpec;
  campaigns: readonly CampaignSpec[];
}

export interface CampaignSpec {
  /** Variants, steps and elements are numbered below it: 101 has 1011, that has 10111, that has 101111. */
  id: number;
  name: string;
  ctaType: CtaType;
  pagePath: string;
  /** Shown from so many days ago; `until` makes it an archived one. */
  since: number;
  until?: number;
  /** Share of the website's visitors who come across it. */
  reach: number;
  variants: readonly VariantSpec[];
  steps: readonly StepSpec[];
  /** Share of those through the last step who reach the goal. */
  goalRate: number;
  /** Share of its conversions left since the Monday of the last full week. */
  brokenTo?: number;
}

interface VariantSpec {
  name: string | null;
  traffic: number;
  /** Factor on the rates of the first step. */
  lift?: number;
}

interface StepSpec {
  elements: readonly ElementSpec[];
  /** Share of those who act here that see the next step. */
  onward?: number;
}

export interface ElementSpec {
  type: ElementType;
  /** Share of the step's viewers who use it. */
  rate: number;
  fields?: readonly FieldSpec[];
  /** Share of those who send it that become a contact. */
  subscribeRate?: number;
  sells?: SalesSpec;
}

export interface FieldSpec {
  field: string;
  fieldType: string;
  /** Of the choice types only; other answers are free text. */
  choices?: readonly Weighted<string>[];
  /** Share of senders who fill it in. */
  answered?: number;
}

export interface SalesSpec {
  /** Share of those who choose a product that buy it. */
  orderRate: number;
  products: readonly ProductSpec[];
  /** Median of the quantity, and how far it spreads: a long tail of large orders. */
  quantity?: { median: number; spread: number };
}

export interface ProductSpec {
  /** Null: the shop no longer knows it. */
  value: string | null;
  price: number;
  weight: number;
}

/** Where the website's contacts live. */
export interface AudienceSpec {
  country: string;
  cities: readonly (readonly [city: string, state: string, zipCode: string])[];
  firstNames: readonly string[];
  lastNames: readonly string[];
  /** A range kept for fiction: what it begins with, and how many digits follow. */
  phones: { prefix: string; digits: number };
  companies: readonly string[];
  titles: readonly string[];
}
