/** The authorization server cannot be reached or gives no usable answer. Never says anything about a token. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** The OAuth error code of its answer. */
  readonly oauthError: string | undefined;
  /** It answered, so asking at another address may help. */
  readonly answered: boolean;

  constructor(
    message: string,
    {
      oauthError,
      answered = false,
      cause,
    }: { oauthError?: string; answered?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.oauthError = oauthError;
    this.answered = answered;
  }
}

/** The message of whatever was thrown, without what hangs on it: libraries attach tokens and keys. */
export function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : 'unknown failure';
}
