import { readFileSync } from 'node:fs';

/** The version of the product, from this package's manifest: all packages share one version. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
