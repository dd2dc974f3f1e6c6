import { Turns } from '../turns.ts';

/** Why an event was rejected. */
export type RefusalCode =
  | 'invalid_json'
  | 'invalid_csv'
  | 'line_too_long'
  | 'invalid_event'
  | 'future_event'
  | 'foreign_website'
  | 'unknown_id'
  | 'mismatched_ids'
  | 'wrong_currency';

/** Rejects one event; the others of its batch are still recorded. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** Converts each item, in short turns. Items for which `convert` throws a `Refusal` are reported by index and dropped. */
export async function mapAccepted<In, Out>(
  items: readonly In[],
  convert: (item: In, index: number) => Out,
  onRefused: (index: number, refusal: Refusal) => void,
): Promise<Out[]> {
  const turns = new Turns();
  const accepted: Out[] = [];
  for (const [index, item] of items.entries()) {
    if (turns.isOver) await turns.next();
    try {
      accepted.push(convert(item, index));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      onRefused(index, error);
    }
  }
  return accepted;
}
