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

/** Converts each item, in short turns. Items for which `convert` throws a `Refusal` are reported and dropped. */
export async function mapAccepted<In, Out>(
  items: readonly In[],
  convert: (item: In) => Out,
  onRefused: (item: In, refusal: Refusal) => void,
): Promise<Out[]> {
  const turns = new Turns();
  const accepted: Out[] = [];
  for (const item of items) {
    if (turns.isOver) await turns.next();
    try {
      accepted.push(convert(item));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      onRefused(item, error);
    }
  }
  return accepted;
}
