/** A failure whose message says what to do; printed without a stack. */
export class LocalError extends Error {
  override name = 'LocalError';
}
