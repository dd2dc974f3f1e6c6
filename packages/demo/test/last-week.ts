import type { DemoEvent } from '../src/generate/demo-event.ts';
import { demoCalendar } from '../src/generate/demo-calendar.ts';
import { demoTraffic } from '../src/generate/demo-traffic.ts';
import { DEMO_WEBSITES } from '../src/definitions/websites.ts';

/** Views and conversions of a subject. */
export interface Funnel {
  views: number;
  conversions: number;
}

/** All events from `first` to `last` days ago, in chronological order. */
export function eventsOf(now: Date, first: number, last = 0): DemoEvent[] {
  const traffic = demoTraffic(DEMO_WEBSITES, demoCalendar(now));
  return Array.from({ length: first - last + 1 }, (_, index) => traffic(first - index)).flat();
}

/** The events of a full week: 1 is the last week, 2 the week before. */
export function eventsOfWeek(now: Date, weeksAgo: number): DemoEvent[] {
  const { today, lastWeek } = demoCalendar(now);
  const monday = today - lastWeek + (weeksAgo - 1) * 7;
  return eventsOf(now, monday, monday - 6);
}

/** Distinct visitors, as the reports count them by default. */
export function funnelOf(events: DemoEvent[], matches: (event: DemoEvent) => boolean): Funnel {
  const visitors = (type: DemoEvent['type']) =>
    new Set(
      events.filter((event) => event.type === type && matches(event)).map((event) => event.visitorToken),
    );
  return { views: visitors('view').size, conversions: visitors('conversion').size };
}

export const rateOf = ({ views, conversions }: Funnel) => conversions / views;

/** The z of the two-proportion test: above 1.96 or below -1.96 the difference is significant at 5 %. */
export function zScore(a: Funnel, b: Funnel): number {
  const pooled = (a.conversions + b.conversions) / (a.views + b.views);
  return (rateOf(b) - rateOf(a)) / Math.sqrt(pooled * (1 - pooled) * (1 / a.views + 1 / b.views));
}
