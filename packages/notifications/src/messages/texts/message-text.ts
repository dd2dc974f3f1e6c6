import type { Links, Reader } from '../message.ts';
import type { ReaderFormats } from '../reader-formats.ts';

/** For whom words are chosen. */
export interface MessageContext {
  reader: Reader;
  links: Links;
  now: Date;
}

/** The same, with the formats of the reader. */
export interface TextContext extends MessageContext {
  formats: ReaderFormats;
}

/** Whether something is bad, good, or neither. */
export type Tone = 'down' | 'up' | 'plain';

/** The same as a sign before a text. */
export const MARKS: Readonly<Record<Tone, string>> = { down: '▼', up: '▲', plain: '·' };

/** What a message says in words, whatever shows them. Texts are plain, on one line, and not escaped. */
export interface MessageText {
  tone: Tone;
  /** One line that says it all. */
  subject: string;
  /** The kind of message in a word or two. */
  label: string;
  /** What it is about: the name of a website, for example. */
  about?: string | undefined;
  title: string;
  /** The sentence that matters most. */
  lead: string;
  /** Further sentences. */
  details: string[];
  /** What to do now. */
  advice?: string | undefined;
  rows?: TextRow[] | undefined;
  chart?: Chart | undefined;
  digest?: DigestText | undefined;
  button?: { text: string; href: string } | undefined;
  /** Why its reader gets it. */
  why: string;
}

/** A line of a small table. */
export interface TextRow {
  name: string;
  value: string;
  note: string;
  isMain: boolean;
}

/** Days as bars. */
export interface Chart {
  /** What the bars show. */
  caption: string;
  /** The value of the highest bar. */
  highest: string;
  bars: Bar[];
  /** The names of the first and the last day, and of the day on which it broke. */
  first: string;
  last: string;
  marked: { index: number; text: string } | undefined;
}

export interface Bar {
  /** Of the highest, 0 to 1; null if there is nothing to show. */
  height: number | null;
  tone: Tone;
  /** Whether the day is over: one that is not has too few of everything. */
  isOver: boolean;
}

export interface DigestText {
  totals: AmountText[];
  attention: WebsiteText[];
  quiet: WebsiteText[];
  /** How many are not shown. */
  more: string | undefined;
  /** What the changes are about, and which of them could be chance. Undefined if there are none. */
  basis: string | undefined;
}

/** A number, and how it changed. */
export interface AmountText {
  text: string;
  /** Its tone says whether it is beyond chance. */
  change: { text: string; tone: Tone } | undefined;
  /** What follows it. */
  after?: string | undefined;
}

export interface WebsiteText {
  name: string;
  href: string | undefined;
  /** Undefined if the week is not counted. */
  numbers: { viewers: AmountText; rate: string; revenue: AmountText } | undefined;
  reasons: { tone: Tone; text: string }[];
  insights: string[];
}
