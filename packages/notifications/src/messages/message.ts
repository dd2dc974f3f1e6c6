import type { Day } from '@funnel/domain';

/** The types of messages that are sent to webhooks, by these names. */
export const WEBHOOK_EVENT_TYPES = [
  'campaign.broke',
  'campaign.still_broken',
  'campaign.recovered',
  'experiment.decided',
  'website.silent',
  'digest.weekly',
  'channel.test',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** All types: those about a channel itself only go to its owner or its reader, a letter only to its address. */
export const MESSAGE_TYPES = [
  ...WEBHOOK_EVENT_TYPES,
  'channel.off',
  'channel.confirm',
  'company.people',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export interface Named {
  id: number;
  name: string;
}

/** What a message says, without words: they are chosen for its channel when it is sent. */
export type Message =
  | CampaignBroke
  | CampaignRecovered
  | ExperimentDecided
  | WebsiteSilent
  | WeeklyDigest
  | ChannelTest
  | ChannelOff
  | ChannelConfirm
  | CompanyPeople;

/** One of the days before. */
export interface CountedDay {
  day: Day;
  viewers: number;
  /** Who went on: what `what` of the break says; converted if nobody comes any more. */
  count: number;
}

/** A campaign no longer does what it did; or, a week later, still does not. All campaigns of the website together if `campaign` is null. */
export interface CampaignBroke {
  type: 'campaign.broke' | 'campaign.still_broken';
  website: Named;
  campaign: Named | null;
  since: Day;
  /** What stopped: `views` if nobody comes any more. */
  what: 'views' | 'conversions' | 'submissions' | 'completions';
  /** Since that day: how many viewed it, how many of them went on, and how many would have before. Null if nobody comes any more. */
  seen: { viewers: number; count: number; expected: number } | null;
  /** How many came on a day before; null if they still come. */
  viewersPerDay: number | null;
  /** What else stopped with it. */
  also: {
    submissions: boolean;
    steps: { position: number; name: string | null }[];
    variants: string[];
  };
  /** The last 21 days, for a small chart, the oldest first; the last one is today and not over. */
  days: CountedDay[];
  /** Whether somebody has said that it is fixed. */
  isSaidFixed: boolean;
}

/** It works again. */
export interface CampaignRecovered {
  type: 'campaign.recovered';
  website: Named;
  campaign: Named | null;
  since: Day;
  what: CampaignBroke['what'];
  /** The day on which it was seen to work again. */
  on: Day;
  days: CountedDay[];
}

/** A variant of an experiment is better, or worse, than the others beyond chance. */
export interface ExperimentDecided {
  type: 'experiment.decided';
  website: Named;
  campaign: Named;
  outcome: 'wins' | 'loses';
  /** Since when the variants are compared. */
  since: Day;
  /** The one that wins or loses. */
  variant: DecidedVariant;
  /** The others, best first. */
  others: DecidedVariant[];
}

/** A variant and who converted, since the variants are compared. */
export interface DecidedVariant {
  id: number;
  name: string | null;
  /** Its letter: `A`. */
  letter: string;
  viewers: number;
  converted: number;
}

/** A website that usually has events has none. */
export interface WebsiteSilent {
  type: 'website.silent';
  website: Named;
  /** When the last event was recorded: ISO 8601. */
  lastEventAt: string;
  /** How many events come in such a time on average. */
  usual: number;
}

/** Where something changed to, beyond chance; null if it could be chance, or there is nothing to compare with. */
export type Direction = 'up' | 'down' | null;

/** The week of all websites of a reader. */
export interface WeeklyDigest {
  type: 'digest.weekly';
  /** Its Monday. */
  week: Day;
  /** Those that need attention first. */
  websites: WebsiteWeekLine[];
  /** Of all websites, one for each currency, the largest first. */
  totals: WeekTotal[];
}

export type Earned = Pick<WeekCounts, 'orders' | 'revenueCents'>;

/** What the websites with a currency earned. */
export interface WeekTotal {
  currency: string;
  week: Earned;
  previous: Earned;
  websites: number;
  /** In percent; null if any of them has nothing to compare with. */
  change: number | null;
  beyondChance: Direction;
}

/** The week of one website, against the week before. */
export interface WebsiteWeekLine extends Named {
  currency: string;
  /** Whether the numbers of the week are there: a digest does not wait for ever. */
  isCounted: boolean;
  week: WeekCounts;
  previous: WeekCounts;
  /** Its first day, if that is later than the first of the week before: then nothing is compared. */
  newSince: Day | null;
  /** In percent; null where there is nothing to compare with. */
  changes: { viewers: number | null; revenue: number | null };
  beyondChance: WeekDirections;
  /** What is broken at the moment, and since when. */
  broken: { campaign: Named | null; since: Day; what: CampaignBroke['what'] }[];
  /** Experiments that were decided since the digest before. */
  decided: { campaign: Named; outcome: 'wins' | 'loses'; letter: string }[];
  /** What the insights of the week say beside that, in English. One at most. */
  insights: string[];
}

/** What changed beyond chance. */
export interface WeekDirections {
  views: Direction;
  rate: Direction;
  orders: Direction;
  revenue: Direction;
}

/** Distinct visitors; orders and revenue are totals. */
export interface WeekCounts {
  viewers: number;
  converted: number;
  orders: number;
  /** A whole number, as text: it may be larger than a number holds. */
  revenueCents: string;
}

/** Somebody wants to know whether messages arrive. */
export interface ChannelTest {
  type: 'channel.test';
  /** Who pressed the button; null for a program or a command. */
  by: string | null;
}

/** A channel was switched off, because nothing has arrived there for days. Sent to its owner by e-mail. */
export interface ChannelOff {
  type: 'channel.off';
  to: string;
  name: string;
  /** Since when nothing has arrived: ISO 8601. */
  failingSince: string;
  /** What the receiver said last. */
  answer: string;
}

/** Asks whether messages may be sent to an address that is nobody's login. */
export interface ChannelConfirm {
  type: 'channel.confirm';
  /** Who asked for it: an e-mail address, or the name of the account. */
  by: string;
}

/** People whom their company does not confirm any more. A letter to an owner of the account. */
export interface CompanyPeople {
  type: 'company.people';
  to: string;
  account: Named;
  /** The login of the account was changed, its provider refused, or they were not seen for a month and it cannot be asked. */
  why: 'changed' | 'refused' | 'unseen';
  /** The address of the provider of the account. */
  provider: string;
  /** The page where owners see their people. */
  members: string;
  /** Those who leave first; null for who stays. ISO 8601. */
  people: { email: string; leavesAt: string | null }[];
  /** How many are not named. */
  more: number;
}

/** Where a message leads. Undefined where there is no dashboard. */
export interface Links {
  /** The address of the dashboard, without a slash at its end. */
  dashboard: string | undefined;
  /** The page where its reader chooses what is sent. */
  settings: string;
  /** Ends the channel: with a GET it asks, with a POST it does. Undefined for what is sent once. */
  unsubscribe: string | undefined;
  /** Confirms the address; only for `channel.confirm`. */
  confirm?: string | undefined;
}

/** How its reader reads numbers and dates. */
export interface Reader {
  /** A BCP 47 tag. */
  language: string;
  /** Of the IANA database. */
  timeZone: string;
}
