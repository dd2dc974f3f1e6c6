/** What the frame tells the page around it. */
export type FromFrame =
  /** The frame listens. It waits for a token. */
  | { type: 'funnel:hello' }
  /** The token ends soon, has ended, or was refused. */
  | { type: 'funnel:token-needed'; reason: 'ending' | 'ended' | 'refused' }
  | { type: 'funnel:height'; height: number }
  /** The first report is drawn. */
  | { type: 'funnel:ready' }
  /** A person has opened another report. `address` is that of the same page in the dashboard. */
  | { type: 'funnel:navigate'; address: string }
  /** There is a message instead of a report. */
  | { type: 'funnel:error'; code: string; message: string };

/** What the page tells the frame. */
export type ToFrame =
  | { type: 'funnel:token'; token: string; expires_in?: number | undefined }
  /** There is no token, so that the frame need not wait for one. */
  | { type: 'funnel:no-token' }
  | ({ type: 'funnel:look' } & Look);

export interface Look {
  language?: string | undefined;
  theme?: string | undefined;
  variables?: Readonly<Record<string, string>> | undefined;
}

/** What somebody has sent, if it looks like a message of ours. */
export function messageIn(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}
