/**
 * Holds a limited number of values; the least recently used ones are forgotten.
 * @example
 * const two = new RecentlyUsed<number>(2);
 * two.set('a', 1);
 * two.set('b', 2);
 * two.get('a');
 * two.set('c', 3);
 * assert.equal(two.get('a'), 1);
 * assert.equal(two.get('b'), undefined);
 */
export class RecentlyUsed<Value> {
  readonly #limit: number;
  /** In the order of their last use. */
  readonly #values = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Undefined if it was never set or is forgotten. */
  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) this.#setLast(name, value);
    return value;
  }

  /** Replaces the value of that name. */
  set(name: string, value: Value): void {
    this.#setLast(name, value);
    if (this.#values.size <= this.#limit) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  /** Forgets everything. */
  clear(): void {
    this.#values.clear();
  }

  #setLast(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, value);
  }
}
