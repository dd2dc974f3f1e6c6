import { type Day, type Level, LEVELS } from '@funnel/domain';
import { demoCalendar, type DemoEvent, demoTraffic, DEMO_WEBSITES } from '@funnel/demo';

/** Distinct visitors per metric; orders and revenue are totals. */
export interface Recounted {
  views: number;
  conversions: number;
  completions: number;
  submissions: number;
  subscribes: number;
  orders: number;
  cents: number;
}

const METRICS = { view: 'views', conversion: 'conversions', completion: 'completions' } as const;
const MORE_METRICS = { submission: 'submissions', subscribe: 'subscribes' } as const;

/** Counts the demo's raw events of a week with plain sets, independent of the service's code. */
export function recountWeek(now: Date, monday: Day): Map<string, Recounted> {
  const calendar = demoCalendar(now);
  const traffic = demoTraffic(DEMO_WEBSITES, calendar);
  const visitors = new Map<string, Set<string>>();
  const counts = new Map<string, Recounted>();
  for (let day = monday; day < monday + 7; day++)
    for (const event of traffic(calendar.today - day)) for (const level of LEVELS) add(event, level);
  return counts;

  function add(event: DemoEvent, level: Level) {
    const subject = subjectOf(event, level);
    if (subject === undefined) return;
    const key = subjectKey(event.websiteId, level, subject);
    const counted = counts.get(key) ?? zero();
    counts.set(key, counted);
    if (event.type === 'order') {
      counted.orders++;
      counted.cents += Number(event.revenueCents);
      return;
    }
    const metric = { ...METRICS, ...MORE_METRICS }[event.type];
    const seen = visitors.get(`${key} ${metric}`) ?? new Set();
    visitors.set(`${key} ${metric}`, seen.add(event.visitorToken));
    counted[metric] = seen.size;
  }
}

export function subjectKey(websiteId: number, level: string, subject: number): string {
  return `${websiteId} ${level} ${subject}`;
}

function subjectOf(event: DemoEvent, level: Level): number | undefined {
  const { websiteId, campaignId, variantId, stepId, elementId } = event;
  return {
    website: websiteId,
    campaign: campaignId,
    variant: variantId,
    step: stepId,
    element: elementId,
  }[level];
}

function zero(): Recounted {
  return { views: 0, conversions: 0, completions: 0, submissions: 0, subscribes: 0, orders: 0, cents: 0 };
}
