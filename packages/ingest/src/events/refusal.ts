export type RefusalCode =
  | 'invalid_json'
  | 'invalid_csv'
  | 'line_too_long'
  | 'invalid_event'
  | 'future_event'
  | 'unknown_id'
  | 'mismatched_ids';

/** Why one event is not counted; the others of its batch are. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** What `check` makes of each item; an item that it refuses is told of by its place, and left out. */
export function passing<In, Out>(
  items: readonly In[],
  check: (item: In, place: number) => Out,
  onRefused: (place: number, refusal: Refusal) => void,
): Out[] {
  const passed: Out[] = [];
  for (const [place, item] of items.entries()) {
    try {
      passed.push(check(item, place));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      onRefused(place, error);
    }
  }
  return passed;
}
