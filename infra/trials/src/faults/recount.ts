/** An event that was sent. */
interface Sent {
  type: string;
  website_id: number;
  campaign_id: number;
  visitor_token: string;
  revenue?: number;
}

/** What to compare: a campaign, or the website as a whole. */
interface Subject {
  website: number;
  campaign?: number;
  distinct: boolean;
}

const METRICS = {
  view: 'views',
  conversion: 'conversions',
  completion: 'completions',
  submission: 'submissions',
  subscribe: 'subscribes',
  order: 'orders',
} as const;

/** Counts what was sent, event by event. Shares no code with the service. */
export class Recount {
  readonly #events: Sent[] = [];

  get size(): number {
    return this.#events.length;
  }

  add(event: Sent): void {
    this.#events.push(event);
  }

  /** Throws if the metrics of a report differ from what was sent. */
  check(subject: Subject, body: unknown): void {
    const { metrics } = (body as { data: { metrics: Record<string, number> } }).data;
    const expected = this.#count(subject);
    // The report of a website has no submissions.
    if (subject.campaign === undefined) delete expected['submissions'];
    for (const [name, value] of Object.entries(expected))
      if (metrics[name] !== value)
        throw new Error(`${JSON.stringify(subject)}: ${name} is ${metrics[name]}, but ${value} were sent`);
  }

  #count({ website, campaign, distinct }: Subject): Record<string, number> {
    const events = this.#events.filter(
      (event) => event.website_id === website && (campaign === undefined || event.campaign_id === campaign),
    );
    const counts: Record<string, number> = {};
    for (const [type, metric] of Object.entries(METRICS)) {
      const ofType = events.filter((event) => event.type === type);
      counts[metric] =
        distinct && metric !== 'orders'
          ? new Set(ofType.map(({ visitor_token }) => visitor_token)).size
          : ofType.length;
    }
    const cents = events.reduce((sum, { revenue = 0 }) => sum + Math.round(revenue * 100), 0);
    return { ...counts, revenue: cents / 100 };
  }
}
