/**
 * Keeps a value for each object of one kind, such as each request, on the object itself. With a WeakMap, short garbage collections would keep every request that has ended, and all
 * that it refers to: see docs/explanation/performance.md#processor-time-of-a-request.
 */
export function keptOn<Holder extends object, Value>(name: string) {
  const key = Symbol(name);
  const keeping = (holder: Holder): Holder & { [key]?: Value } => holder;
  return {
    of: (holder: Holder) => keeping(holder)[key],
    keep(holder: Holder, value: Value) {
      keeping(holder)[key] = value;
    },
  };
}
