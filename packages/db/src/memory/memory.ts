import { LRUCache } from 'lru-cache';

/** Values that are remembered between requests. Define it once, outside of functions: it is the key of its cache. */
export interface CacheKind<Value extends object> {
  /** In metrics. */
  name: string;
  /** The least recently used values are forgotten. */
  maxBytes: number;
  /** About how many bytes a value takes, without its key. */
  bytesOf: (value: Value) => number;
}

/** How full a cache is, and how often it helped. */
export interface CacheUse {
  name: string;
  entries: number;
  bytes: number;
  maxBytes: number;
  hits: number;
  misses: number;
}

/** What an entry takes beside its key and its value. */
const ENTRY_BYTES = 200;

export class Cache<Value extends object> {
  readonly #kind: CacheKind<Value>;
  readonly #values: LRUCache<string, Value>;
  #hits = 0;
  #misses = 0;

  constructor(kind: CacheKind<Value>) {
    this.#kind = kind;
    this.#values = new LRUCache({
      maxSize: kind.maxBytes,
      sizeCalculation: (value, key) => ENTRY_BYTES + key.length + Math.ceil(kind.bytesOf(value)),
    });
  }

  /** Undefined if it was never set or is forgotten. */
  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) this.#misses += 1;
    else this.#hits += 1;
    return value;
  }

  /** Replaces the value of that key. A value larger than the cache is not remembered. */
  set(key: string, value: Value): void {
    this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }

  use(): CacheUse {
    const { name, maxBytes } = this.#kind;
    const { size: entries, calculatedSize: bytes } = this.#values;
    return { name, entries, bytes, maxBytes, hits: this.#hits, misses: this.#misses };
  }
}

/**
 * What a process remembers of one database: caches, and whatever else exists once for each database. It belongs to the pool
 * of `openDatabase` and ends with it, so that nothing is ever taken for the data of another database.
 * @example
 * const words = { name: 'words', maxBytes: 1_000, bytesOf: ({ text }: { text: string }) => text.length };
 * const memory = new Memory();
 * memory.cache(words).set('short', { text: 'hello' });
 * assert.equal(memory.cache(words).get('short')?.text, 'hello');
 */
export class Memory {
  readonly #caches = new Map<object, Pick<Cache<never>, 'use' | 'clear'>>();
  readonly #others = new Map<symbol, unknown>();

  cache<Value extends object>(kind: CacheKind<Value>): Cache<Value> {
    const known = this.#caches.get(kind) as Cache<Value> | undefined;
    if (known) return known;
    const cache = new Cache(kind);
    this.#caches.set(kind, cache);
    return cache;
  }

  /** What exists once for each database under this name. It is made when it is first asked for. */
  once<Thing>(name: symbol, make: () => Thing): Thing {
    if (!this.#others.has(name)) this.#others.set(name, make());
    return this.#others.get(name) as Thing;
  }

  /** How the caches are used, those that were ever asked. */
  use(): CacheUse[] {
    return [...this.#caches.values()].map((cache) => cache.use());
  }

  /** Forgets the values of the cache with this name, or of all caches. */
  clear(name?: string): void {
    for (const cache of this.#caches.values())
      if (name === undefined || cache.use().name === name) cache.clear();
  }
}
