/** How much a server may take of us. */
export interface Bounds {
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

export interface Outgoing {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** An answer whose body is read piece by piece, with the same bounds. */
export interface BoundedAnswer {
  status: number;
  headers: Headers;
  pieces: AsyncIterable<Uint8Array>;
  /** Gives the connection back without reading the rest. */
  discard(): Promise<void>;
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** Sends a request that ends in time, follows no redirect, and whose answer cannot be larger than allowed. */
export async function boundedFetch(
  url: URL | string,
  { method, headers, body }: Outgoing,
  { timeoutMs, maxBytes, signal }: Bounds,
): Promise<BoundedAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body !== undefined && { body }),
  });
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    throw new TooLargeError(`The answer is larger than ${maxBytes} bytes.`);
  }
  const { status, headers: answered, body: content } = response;
  const discard = async () => content?.cancel();
  return { status, headers: answered, pieces: atMost(content, maxBytes), discard };
}

async function* atMost(body: Response['body'], maxBytes: number): AsyncIterable<Uint8Array> {
  if (!body) return;
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new TooLargeError(`The answer is larger than ${maxBytes} bytes.`);
    yield piece;
  }
}
