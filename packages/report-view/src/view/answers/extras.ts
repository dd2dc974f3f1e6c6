/** What a picture needs beyond the body of a report. Every part may be missing: older servers and some hosts do not send it. */
export interface Extras {
  names?: { steps?: Record<string, string>; elements?: Record<string, string> };
  currencies?: Record<string, string>;
  marks?: Mark[];
  verdicts?: Verdict[];
  trends?: Trends;
  attention?: Attention[];
  above?: Above;
  activity?: Record<string, Activity>;
  comparison?: Comparison;
  running_day?: string;
}

/** What changed from complete days to days like them. Only `text` where nothing is compared. */
export interface Comparison extends Partial<Changed> {
  text: string;
  base_text?: string;
  base?: { start: string; end: string };
  parts?: Record<string, Changed>;
  apart_from_break?: boolean;
}

/** The changes of one thing in percent, which of them are more than chance, and both values of those to say without percent. */
export interface Changed {
  changes: Record<string, number | null>;
  beyond_chance: Record<string, boolean>;
  values?: Record<string, { current: number; base: number }>;
  new_since?: string;
}

/** A day on which something happened. */
export interface Mark {
  date: string;
  kind: string;
  campaign_id: number;
  text: string;
}

/** What is known about the variants of a campaign. */
export interface Verdict {
  campaign_id: number;
  verdict:
    | 'winner'
    | 'loser'
    | 'earns_most'
    | 'mixed'
    | 'no_difference'
    | 'undecided'
    | 'ended'
    | 'too_few'
    | 'none';
  variant_id?: number;
  text: string;
}

/** A short line for each entry of a list, by its id. */
export interface Trends {
  group_by: string;
  start: string;
  end: string;
  views: Record<string, number[]>;
  conversions: Record<string, number[]>;
}

/** A campaign that is broken. */
interface Attention {
  website_id: number;
  campaign_id: number;
  name: string;
  since: string;
  text: string;
}

/** What a variant, step or element belongs to. */
interface Above {
  campaign: { id: number; name: string };
  variant?: { id: number; name: string | null; variation: string };
  step?: { id: number; position: number; name: string | null };
}

/** What has arrived of a website. */
interface Activity {
  first_day: string | null;
  last_day?: string;
  last_event_at: string | null;
  campaigns?: number;
}

/** Reads extras. A part with another shape is left out: a picture without it is better than none. */
export function extrasIn(value: unknown): Extras {
  if (!isObject(value)) return {};
  const { names, currencies, marks, verdicts, trends, attention, above, activity } = value;
  const { running_day: runningDay, comparison } = value;
  return {
    ...(isObject(names) && { names: namesIn(names) }),
    ...(isObject(currencies) && { currencies: textsIn(currencies) }),
    ...(Array.isArray(marks) && { marks: marks.filter(isMark) }),
    ...(Array.isArray(verdicts) && { verdicts: verdicts.filter(isVerdict) }),
    ...(isTrends(trends) && { trends }),
    ...(Array.isArray(attention) && { attention: attention.filter(isAttention) }),
    ...(isAbove(above) && { above }),
    ...(isObject(activity) && { activity: activityIn(activity) }),
    ...(isComparison(comparison) && { comparison }),
    ...(typeof runningDay === 'string' && { running_day: runningDay }),
  };
}

function namesIn({ steps, elements }: Record<string, unknown>): NonNullable<Extras['names']> {
  return { steps: textsIn(steps), elements: textsIn(elements) };
}

function textsIn(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function isMark(value: unknown): value is Mark {
  return isObject(value) && hasTexts(value, ['date', 'kind', 'text']);
}

function isVerdict(value: unknown): value is Verdict {
  return isObject(value) && hasTexts(value, ['verdict', 'text']) && typeof value['campaign_id'] === 'number';
}

function isAttention(value: unknown): value is Attention {
  const ids = ['website_id', 'campaign_id'];
  return (
    isObject(value) &&
    hasTexts(value, ['name', 'since', 'text']) &&
    ids.every((id) => typeof value[id] === 'number')
  );
}

function isAbove(value: unknown): value is Above {
  return isObject(value) && isObject(value['campaign']) && hasTexts(value['campaign'], ['name']);
}

function activityIn(value: Record<string, unknown>): Record<string, Activity> {
  const known = Object.entries(value).filter((entry): entry is [string, Record<string, unknown>] =>
    isObject(entry[1]),
  );
  return Object.fromEntries(
    known.map(([id, { first_day: first, last_day: lastDay, last_event_at: last, campaigns }]) => [
      id,
      {
        first_day: typeof first === 'string' ? first : null,
        ...(typeof lastDay === 'string' && { last_day: lastDay }),
        last_event_at: typeof last === 'string' ? last : null,
        ...(typeof campaigns === 'number' && { campaigns }),
      },
    ]),
  );
}

function isComparison(value: unknown): value is Comparison {
  if (!isObject(value) || !hasTexts(value, ['text'])) return false;
  const { base, parts, changes } = value;
  const isDays = base === undefined || (isObject(base) && hasTexts(base, ['start', 'end']));
  const listed = parts === undefined ? [] : isObject(parts) ? Object.values(parts) : [undefined];
  return isDays && (changes === undefined || isChanged(value)) && listed.every(isChanged);
}

function isChanged(value: unknown): boolean {
  if (!isObject(value) || !isObject(value['changes']) || !isObject(value['beyond_chance'])) return false;
  const { values = {} } = value;
  return isObject(values) && Object.values(values).every(isBoth);
}

function isBoth(value: unknown): boolean {
  return isObject(value) && typeof value['current'] === 'number' && typeof value['base'] === 'number';
}

function isTrends(value: unknown): value is Trends {
  return isObject(value) && hasTexts(value, ['start', 'end']) && isObject(value['views']);
}

function hasTexts(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
