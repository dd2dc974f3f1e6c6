import type { Day } from '@funnel/domain';
import type { FunnelEvent } from '@funnel/ingest';
import { uuidOf } from '../random/hash.ts';
import { Random } from '../random/random.ts';
import type { Visitor } from './visitor.ts';

/** An event of the demo, with what its contact needs. */
export interface DemoEvent extends FunnelEvent {
  firstSeenDaysAgo: number;
}

/** What happened, without who and when. */
export type EventDetails = Pick<FunnelEvent, 'type' | 'variantId' | 'stepId'> &
  Partial<Pick<FunnelEvent, 'elementId' | 'revenueCents' | 'products' | 'fields'>>;

const NONE: readonly never[] = [];
const MAX_DAYS = 2 ** 12;

interface Subject {
  websiteId: number;
  campaignId: number;
  day: Day;
}

export class DemoEvents {
  readonly #ids: Random;
  readonly #subject: Subject;
  readonly #daysAgo: number;
  readonly #events: DemoEvent[];

  constructor(events: DemoEvent[], subject: Subject, daysAgo: number) {
    this.#events = events;
    this.#subject = subject;
    this.#daysAgo = daysAgo;
    this.#ids = Random.of('event ids', subject.campaignId, daysAgo);
  }

  add(visitor: Visitor, { type, variantId, stepId, ...details }: EventDetails): void {
    this.#events.push({
      eventId: this.#nextId(),
      type,
      ...this.#subject,
      variantId,
      stepId,
      elementId: details.elementId,
      visitorToken: visitor.token,
      revenueCents: details.revenueCents ?? 0n,
      products: details.products ?? NONE,
      fields: details.fields ?? NONE,
      firstSeenDaysAgo: visitor.firstSeenDaysAgo,
    });
  }

  /** Ids start with the day, because an index grows faster at its end. */
  #nextId(): string {
    const first = ((MAX_DAYS - 1 - this.#daysAgo) << 20) | (this.#ids.next() >>> 12);
    return uuidOf([first, this.#ids.next(), this.#ids.next(), this.#ids.next()]);
  }
}
