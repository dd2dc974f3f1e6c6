import { plainName } from '@funnel/domain';

/** How often events had unknown keys, which are probably misspelt. Empty if none had. */
export interface IgnoredKeysSummary {
  /** By name; a key of a row has the name `products[].key`. */
  ignored_keys?: Record<string, number>;
  /** How often further names occurred, which are not listed. */
  ignored_keys_omitted?: number;
}

/** More names than a person would look at; a sender may use any number of them. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 60;
const NAMELESS = '(empty)';

/**
 * Counts the keys that events have, but should not.
 * @example
 * const ignored = new IgnoredKeys();
 * for (const name of ['revnue', 'revnue', 'products[].name']) ignored.add(name);
 * assert.deepEqual(ignored.summary(), { ignored_keys: { revnue: 2, 'products[].name': 1 } });
 */
export class IgnoredKeys {
  readonly #counts = new Map<string, number>();
  #omitted = 0;

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  add(name: string, times = 1): void {
    // One character more, so that the name is seen to be cut off.
    const key = name.length > MAX_NAME_LENGTH ? name.slice(0, MAX_NAME_LENGTH + 1) : name;
    const before = this.#counts.get(key);
    if (before === undefined && this.#counts.size === MAX_NAMES) this.#omitted += times;
    else this.#counts.set(key, (before ?? 0) + times);
  }

  addAll(other: IgnoredKeys): void {
    for (const [name, times] of other.#counts) this.add(name, times);
    this.#omitted += other.#omitted;
  }

  /** For an answer: names come from the sender, so they are made plain first. */
  summary(): IgnoredKeysSummary {
    const listed = new Map<string, number>();
    for (const [name, times] of this.#counts) {
      const plain = plainName(name, MAX_NAME_LENGTH) || NAMELESS;
      listed.set(plain, (listed.get(plain) ?? 0) + times);
    }
    return {
      ...(listed.size > 0 && { ignored_keys: Object.fromEntries(listed) }),
      ...(this.#omitted > 0 && { ignored_keys_omitted: this.#omitted }),
    };
  }
}
