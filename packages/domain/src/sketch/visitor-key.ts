import { hash64 } from './hash64.ts';
import { sparseKey } from './sparse-key.ts';
import { readUuid } from './uuid.ts';

const WORDS = new Int32Array(4);
const HASH = new Int32Array(2);

/**
 * All that a sketch ever needs of a visitor, in one integer; the two scratch arrays are shared because
 * this runs once per event. The token must be a UUID, in either case.
 */
export function visitorKey(visitorToken: string): number {
  if (!readUuid(visitorToken, WORDS)) throw new RangeError('A visitor token is a UUID');
  hash64(WORDS, HASH);
  return sparseKey(HASH[0] ?? 0, HASH[1] ?? 0);
}
