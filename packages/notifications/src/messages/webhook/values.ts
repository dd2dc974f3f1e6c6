import type { Named } from '../message.ts';

/** An id and a name that every parser of JSON accepts. */
export function namedOf({ id, name }: Named): Named {
  return { id, name: name.toWellFormed() };
}

/** The key `url`, or none. */
export function urlOf(url: string | undefined): { url?: string } {
  return url === undefined ? {} : { url };
}
