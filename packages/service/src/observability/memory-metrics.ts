import type { CacheUse, Memory } from '@funnel/db';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Measures the caches of databases, by name. Those of several databases with the same name are added up. */
export function observeMemory(registry: Registry, memories: readonly Memory[]): void {
  const uses = () => memories.flatMap((memory) => memory.use());
  const add = (gauge: Gauge<'cache'>, valueOf: (use: CacheUse) => number) => {
    gauge.reset();
    for (const use of uses()) gauge.inc({ cache: use.name }, valueOf(use));
  };
  const common = { labelNames: ['cache'] as const, registers: [registry] };
  const bytes: Gauge<'cache'> = new Gauge({
    ...common,
    name: 'cache_bytes',
    help: 'About how much memory a cache takes',
    collect: () => add(bytes, (use) => use.bytes),
  });
  const maxBytes: Gauge<'cache'> = new Gauge({
    ...common,
    name: 'cache_max_bytes',
    help: 'How much memory a cache may take',
    collect: () => add(maxBytes, (use) => use.maxBytes),
  });
  const entries: Gauge<'cache'> = new Gauge({
    ...common,
    name: 'cache_entries',
    help: 'How many values a cache holds',
    collect: () => add(entries, (use) => use.entries),
  });
  const lookups: Counter<'cache' | 'result'> = new Counter({
    name: 'cache_lookups_total',
    help: 'Values that were looked for in a cache, by result: hit or miss',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      lookups.reset();
      for (const { name: cache, hits, misses } of uses()) {
        lookups.inc({ cache, result: 'hit' }, hits);
        lookups.inc({ cache, result: 'miss' }, misses);
      }
    },
  });
}
