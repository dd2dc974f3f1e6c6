import type { Day } from '@funnel/domain';
import type { FunnelEvent } from '@funnel/ingest';
import { Random } from '../random/random.ts';
import { uuidOf } from '../random/uuid.ts';
import type { Visitor } from './visitor.ts';

export interface DemoEvent extends FunnelEvent {
  visitorToken: string;
  firstSeenDaysAgo: number;
}

/** What an event says beyond who and when. */
export type Happening = Pick<FunnelEvent, 'type' | 'variantId' | 'stepId'> &
  Partial<Pick<FunnelEvent, 'elementId' | 'revenueCents' | 'products' | 'fields'>>;

const NONE: readonly never[] = [];
const ORDERED_DAYS = 2 ** 12;

/** Collects the events of one campaign on one day. */
export class DemoEvents {
  private readonly ids: Random;
  private readonly subject: { websiteId: number; campaignId: number; day: Day };
  private readonly daysAgo: number;
  private readonly events: DemoEvent[];

  constructor(events: DemoEvent[], subject: DemoEvents['subject'], daysAgo: number) {
    this.events = events;
    this.subject = subject;
    this.daysAgo = daysAgo;
    this.ids = Random.of('event ids', subject.campaignId, daysAgo);
  }

  add(visitor: Visitor, { type, variantId, stepId, ...details }: Happening): void {
    this.events.push({
      eventId: this.nextId(),
      type,
      ...this.subject,
      variantId,
      stepId,
      elementId: details.elementId,
      visitor: visitor.key,
      revenueCents: details.revenueCents ?? 0n,
      products: details.products ?? NONE,
      fields: details.fields ?? NONE,
      visitorToken: visitor.token,
      firstSeenDaysAgo: visitor.firstSeenDaysAgo,
    });
  }

  /** The day leads: the ledger's index then grows at its end, which is faster. */
  private nextId(): string {
    const first = ((ORDERED_DAYS - 1 - this.daysAgo) << 20) | (this.ids.next() >>> 12);
    return uuidOf([first, this.ids.next(), this.ids.next(), this.ids.next()]);
  }
}
