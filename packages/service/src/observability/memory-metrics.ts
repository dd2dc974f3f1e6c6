import type { CacheUse, Memory } from '@funnel/db';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Measures the caches of databases, by name. Those of several databases with the same name are added up. */
export function observeMemory(registry: Registry, memories: readonly Memory[]): void {
  const uses = () => memories.flatMap((memory) => memory.use());
  const gauge = (name: string, help: string, valueOf: (use: CacheUse) => number) => {
    const metric: Gauge<'cache'> = new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers: [registry],
      collect: () => {
        metric.reset();
        for (const use of uses()) metric.inc({ cache: use.name }, valueOf(use));
      },
    });
  };
  gauge('cache_bytes', 'About how much memory a cache takes', ({ bytes }) => bytes);
  gauge('cache_max_bytes', 'How much memory a cache may take', ({ maxBytes }) => maxBytes);
  gauge('cache_entries', 'How many values a cache holds', ({ entries }) => entries);
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
