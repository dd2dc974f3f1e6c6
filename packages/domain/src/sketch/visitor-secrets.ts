import { createHash } from 'node:crypto';
import type { SipKey } from './siphash.ts';
import { keyOfToken, keyOfWords, wordsOf } from './visitor-key.ts';

/** Names a secret without telling it; null for the hash without a secret, which websites have that are older than the secret. */
export type VisitorSecretName = string | null;

const NAME_DIGITS = 16;

/**
 * The secrets of an installation that hash visitors: the one for new websites first. Each website has one of them, or none, and keeps it as
 * long as it has data: docs/adr/0002-sketches.md.
 * @example
 * const token = '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f';
 * const secrets = new VisitorSecrets(['a secret of this installation, at random']);
 * const [name = null] = secrets.names;
 * assert.notEqual(secrets.keyOf(token, name), visitorKey(token));
 * assert.equal(secrets.keyOf(token, null), visitorKey(token));
 * assert.throws(() => secrets.keyOf(token, 'another secret'), MissingVisitorSecretError);
 */
export class VisitorSecrets {
  /** In the order in which they were given. */
  readonly names: readonly string[];
  readonly #keys: ReadonlyMap<VisitorSecretName, SipKey | undefined>;

  constructor(secrets: readonly string[]) {
    const named = secrets.map((secret) => [nameOf(secret), keyOf(secret)] as const);
    this.names = named.map(([name]) => name);
    this.#keys = new Map<VisitorSecretName, SipKey | undefined>([[null, undefined], ...named]);
  }

  /** The key of a visitor for a website with this secret. */
  keyOf(visitorToken: string, name: VisitorSecretName): number {
    return keyOfToken(visitorToken, this.#keyNamed(name));
  }

  /** Writes the keys of some of many visitors, whose tokens have 16 bytes each, to their places in `keys`. */
  writeKeys(tokens: Uint8Array, places: Int32Array, name: VisitorSecretName, keys: Int32Array): void {
    const key = this.#keyNamed(name);
    const words = new Int32Array(tokens.buffer, tokens.byteOffset, tokens.byteLength / 4);
    const token = new Int32Array(4);
    for (const place of places) {
      for (let word = 0; word < 4; word++) token[word] = words[4 * place + word] ?? 0;
      keys[place] = keyOfWords(token, key);
    }
  }

  /** The keys of a visitor: without a secret, then with each of them. */
  keysOf(visitorToken: string): number[] {
    const words = wordsOf(visitorToken);
    return Array.from(this.#keys.values(), (key) => keyOfWords(words, key));
  }

  /** Undefined for the hash without a secret. */
  #keyNamed(name: VisitorSecretName): SipKey | undefined {
    if (!this.#keys.has(name)) throw new MissingVisitorSecretError();
    return this.#keys.get(name);
  }
}

/** None: for websites without a secret. */
export const NO_VISITOR_SECRETS: VisitorSecrets = new VisitorSecrets([]);

/**
 * A website has a secret that this process was not given. Another hash would count each of its visitors twice.
 * @example
 * assert.match(new MissingVisitorSecretError().message, /VISITOR_SECRET/);
 */
export class MissingVisitorSecretError extends Error {
  override readonly name = 'MissingVisitorSecretError';

  constructor() {
    super(
      'The visitors of a website are hashed with a secret that this process does not have: ' +
        'set VISITOR_SECRET as the other services have it, see docs/reference/secrets.md.',
    );
  }
}

/** Part of a hash of random bytes: nobody finds the secret behind it. */
function nameOf(secret: string): string {
  return createHash('sha256').update(`fingerprint of ${secret}`).digest('hex').slice(0, NAME_DIGITS);
}

function keyOf(secret: string): SipKey {
  const digest = createHash('sha256').update(`visitors of ${secret}`).digest();
  return Int32Array.from({ length: 4 }, (_, word) => digest.readInt32LE(4 * word));
}
