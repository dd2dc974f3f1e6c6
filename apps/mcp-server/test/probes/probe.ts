import type { Agent } from '../support/agency/agent.ts';
import type { Recount, Span } from '../support/agency/recount.ts';

/** A marketer's question, the calls that answer it, and the same numbers counted from the raw events. */
export interface Probe {
  question: string;
  /** A token for the shop only, or for all three websites of the agency. */
  token: 'shop' | 'agency';
  path(agent: Agent): Promise<unknown>;
  truth(recount: Recount): unknown;
}

/** The periods on Saturday 2026-11-14, the date of the tests. Written out, not computed by the service. */
export const SPANS = {
  today: ['2026-11-14', '2026-11-14'],
  lastWeek: ['2026-11-02', '2026-11-08'],
  weekBefore: ['2026-10-26', '2026-11-01'],
  thisMonth: ['2026-11-01', '2026-11-14'],
  lastMonth: ['2026-10-01', '2026-10-31'],
  /** As many days as in October. */
  beforeLastMonth: ['2026-08-31', '2026-09-30'],
  thisQuarter: ['2026-10-01', '2026-11-14'],
  lastQuarter: ['2026-07-01', '2026-09-30'],
  /** As many days as in the third quarter. */
  beforeLastQuarter: ['2026-03-31', '2026-06-30'],
  last30Days: ['2026-10-16', '2026-11-14'],
  last90Days: ['2026-08-17', '2026-11-14'],
  thisYear: ['2026-01-01', '2026-11-14'],
} as const satisfies Record<string, Span>;

/** An object with only the named properties. */
export function pick<Item extends object, Name extends keyof Item>(item: Item, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** Every day of a span. */
export function daysOf([from, to]: Span): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
