import { Turns } from '@funnel/domain';
import { IgnoredKeys, type RecordedEvents, type RefusedEventLine } from '@funnel/ingest';

/** How many refusals an answer lists; all of them are counted. */
export const MAX_LISTED_REFUSALS = 1_000;
/** A few problems of an event fit. */
const MAX_REASON_LENGTH = 300;

export class EventSummary {
  recorded = 0;
  repeated = 0;
  refused = 0;
  readonly #listed: RefusedEventLine[] = [];
  readonly #ignoredKeys = new IgnoredKeys();

  /** Whether there were events, and none of them counts. */
  get isAllRefused(): boolean {
    return this.refused > 0 && this.recorded + this.repeated === 0;
  }

  /** In short turns: finding the reason of a refusal may take as long as checking a hundred events. */
  async add(
    { recorded, repeated, ignoredKeys }: Pick<RecordedEvents, 'recorded' | 'repeated' | 'ignoredKeys'>,
    refused: readonly RefusedEventLine[],
  ): Promise<void> {
    this.recorded += recorded;
    this.repeated += repeated;
    if (ignoredKeys) this.#ignoredKeys.addAll(ignoredKeys);
    this.refused += refused.length;
    const free = MAX_LISTED_REFUSALS - this.#listed.length;
    const turns = new Turns();
    for (const refusal of refused.slice(0, free)) {
      if (turns.isOver) await turns.next();
      this.#listed.push(shortened(refusal));
    }
  }

  toJSON() {
    const { recorded, repeated, refused } = this;
    const listed = this.#listed;
    const omitted = refused - listed.length;
    return {
      recorded,
      repeated,
      refused,
      refusals: listed,
      ...(omitted > 0 && { refusals_omitted: omitted }),
      ...this.#ignoredKeys.summary(),
    };
  }
}

function shortened({ line, code, reason }: RefusedEventLine): RefusedEventLine {
  const isLong = reason.length > MAX_REASON_LENGTH;
  return { line, code, reason: isLong ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason };
}
