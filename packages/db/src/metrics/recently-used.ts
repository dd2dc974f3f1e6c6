/** Holds a limited number of values; the least recently used ones are forgotten. */
export class RecentlyUsed<Value> {
  readonly #limit: number;
  /** In the order of their last use. */
  readonly #values = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) this.#setLast(name, value);
    return value;
  }

  set(name: string, value: Value): void {
    this.#setLast(name, value);
    if (this.#values.size <= this.#limit) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  clear(): void {
    this.#values.clear();
  }

  #setLast(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, value);
  }
}
