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
  const readings = [before];
  const startedAt = performance.now();
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      readings.push(await readAll(urls));
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
  const seconds = (performance.now() - startedAt) / 1000;
  return new Map(
    [...after].map(([app, { megabytes, cpuSeconds }]) => {
      const peak = Math.max(megabytes, ...readings.map((all) => all.get(app)?.megabytes ?? 0));
      const cores = (cpuSeconds - (before.get(app)?.cpuSeconds ?? 0)) / seconds;
      return [app, { megabytes: Math.round(peak), cores: Number(cores.toFixed(3)) }];
    }),
  );
}

/** The memory of a service, from its metrics. */
export async function residentMegabytes(url: string): Promise<number> {
  return Math.round((await read(url)).megabytes);
}

/** The processor time that a service has taken since it started. */
export async function processorSeconds(url: string): Promise<number> {
  return (await read(url)).cpuSeconds;
}

async function readAll(urls: ReadonlyMap<string, string>) {
  return new Map(await Promise.all([...urls].map(async ([app, url]) => [app, await read(url)] as const)));
}

async function read(url: string): Promise<{ megabytes: number; cpuSeconds: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return {
    megabytes: valueOf(text, 'process_resident_memory_bytes') / 1e6,
    cpuSeconds: valueOf(text, 'process_cpu_seconds_total'),
  };
}

function valueOf(metrics: string, name: string): number {
  const [, value] = new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(metrics) ?? [];
  if (value === undefined) throw new Error(`There is no metric ${name}.`);
  return Number(value);
}
