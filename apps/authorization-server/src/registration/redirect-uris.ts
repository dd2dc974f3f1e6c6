const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** To this very computer. */
export function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.has(hostname);
}

/** An answer never travels the network in clear: http goes to loopback alone. */
export function areSafeRedirects(uris: readonly string[]): boolean {
  return uris.every((uri) => URL.canParse(uri) && (new URL(uri).protocol !== 'http:' || isLoopback(uri)));
}

/**
 * Many clients do not say what they are. One that listens on loopback takes any free port, which only a native client
 * may; one with a scheme of its own is native by nature.
 */
export function inferApplicationType(uris: readonly string[]): 'native' | 'web' {
  const isNative = (uri: string) =>
    URL.canParse(uri) && (isLoopback(uri) || !/^https?:$/.test(new URL(uri).protocol));
  return uris.length > 0 && uris.every((uri) => isNative(uri)) ? 'native' : 'web';
}
