import type { Refusal } from './decode-events.ts';

/** How many refusals an answer lists; all of them are counted. */
export const MAX_LISTED_REFUSALS = 1_000;
/** An event can have a fault in each of its thousands of fields. */
const MAX_REASON_LENGTH = 300;

/** What became of the events of a body. */
export class EventSummary {
  recorded = 0;
  repeated = 0;
  refused = 0;
  private readonly listed: Refusal[] = [];

  add(recorded: number, repeated: number, refused: readonly Refusal[]): void {
    this.recorded += recorded;
    this.repeated += repeated;
    this.refused += refused.length;
    const free = MAX_LISTED_REFUSALS - this.listed.length;
    this.listed.push(...refused.slice(0, free).map(shortened));
  }

  /** The body of the answer. */
  toJSON() {
    const { recorded, repeated, refused, listed } = this;
    const omitted = refused - listed.length;
    return {
      recorded,
      repeated,
      refused,
      refusals: listed,
      ...(omitted > 0 && { refusals_omitted: omitted }),
    };
  }
}

function shortened({ line, code, reason }: Refusal): Refusal {
  const isLong = reason.length > MAX_REASON_LENGTH;
  return { line, code, reason: isLong ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason };
}
