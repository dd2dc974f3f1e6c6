import { setTimeout as sleep } from 'node:timers/promises';

/** What a process used while something ran. */
export interface Usage {
  /** The most resident memory that was seen. */
  megabytes: number;
  /** Processor time for each second: 1 is one core. */
  cores: number;
}

const INTERVAL_MS = 500;

/** Watches processes by their metrics while `work` runs. */
export async function usageDuring(
  urls: ReadonlyMap<string, string>,
  work: () => Promise<void>,
): Promise<Map<string, Usage>> {
  const before = await readAll(urls);
  const startedAt = performance.now();
  const over = new AbortController();
  const peaks = new Map<string, number>();
  const note = (all: Map<string, Reading>) => {
    for (const [app, { megabytes }] of all) peaks.set(app, Math.max(peaks.get(app) ?? 0, megabytes));
  };
  const watching = (async () => {
    while (!over.signal.aborted) {
      note(await readAll(urls));
      await sleep(INTERVAL_MS);
    }
  })();
  try {
    await work();
  } finally {
    over.abort();
    await watching;
  }
  const after = await readAll(urls);
  note(after);
  const seconds = (performance.now() - startedAt) / 1000;
  return new Map(
    [...after].map(([app, { cpuSeconds }]) => {
      const cores = (cpuSeconds - (before.get(app)?.cpuSeconds ?? 0)) / seconds;
      return [app, { megabytes: Math.round(peaks.get(app) ?? 0), cores: Number(cores.toFixed(3)) }];
    }),
  );
}

interface Reading {
  megabytes: number;
  cpuSeconds: number;
}

async function readAll(urls: ReadonlyMap<string, string>): Promise<Map<string, Reading>> {
  return new Map(
    await Promise.all(
      [...urls].map(async ([app, url]) => {
        const text = await (await fetch(`${url}/metrics`)).text();
        const megabytes = valueOf(text, 'process_resident_memory_bytes') / 1e6;
        return [app, { megabytes, cpuSeconds: valueOf(text, 'process_cpu_seconds_total') }] as const;
      }),
    ),
  );
}

function valueOf(metrics: string, name: string): number {
  const [, value] = new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(metrics) ?? [];
  if (value === undefined) throw new Error(`There is no metric ${name}.`);
  return Number(value);
}
