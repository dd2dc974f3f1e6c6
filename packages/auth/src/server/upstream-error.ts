/** The authorization server cannot be reached or its response is unusable. Says nothing about the token. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** The OAuth error code of its response. */
  readonly oauthError: string | undefined;
  /** Whether the server responded, so that another address may work. */
  readonly hasResponse: boolean;

  constructor(
    message: string,
    {
      oauthError,
      hasResponse = false,
      cause,
    }: { oauthError?: string | undefined; hasResponse?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.oauthError = oauthError;
    this.hasResponse = hasResponse;
  }
}

/** The message of an error and nothing else of it: libraries attach tokens and keys to their errors. */
export function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : 'unknown failure';
}
