/** The service must not start; the message says what to do. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
