import { Turns } from '@funnel/domain';

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

export interface RefusedEventLine {
  readonly line: number;
  readonly code: RefusalCode;
  readonly reason: string;
}

/**
 * Rejects one event; the others of its batch are still recorded. A body may have a hundred thousand of them, of which few are
 * shown: it has no stack, and a reason that takes long to find is found when somebody reads it.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly #reason: string | (() => string);

  constructor(code: RefusalCode, reason: string | (() => string)) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(typeof reason === 'string' ? reason : code);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.#reason = reason;
  }

  get reason(): string {
    return typeof this.#reason === 'string' ? this.#reason : this.#reason();
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
