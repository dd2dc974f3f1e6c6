/** A failure whose message tells the person what to do; shown without a stack. */
export class LocalError extends Error {
  override name = 'LocalError';
}
