/** A value for each object of one kind, such as each request. */
export interface Kept<Holder extends object, Value> {
  of(holder: Holder): Value | undefined;
  keep(holder: Holder, value: Value): void;
}

/**
 * Keeps a value on the object itself. With a WeakMap, short garbage collections would keep every request that has ended, and all
 * that it refers to: see docs/explanation/performance.md#processor-time-of-a-request.
 */
export function keptOn<Holder extends object, Value>(name: string): Kept<Holder, Value> {
  const key = Symbol(name);
  return {
    of: (holder: Holder & { [key]?: Value }) => holder[key],
    keep(holder: Holder & { [key]?: Value }, value) {
      holder[key] = value;
    },
  };
}
