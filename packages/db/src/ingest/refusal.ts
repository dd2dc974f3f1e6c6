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
