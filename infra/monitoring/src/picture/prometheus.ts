import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyFreePort, LocalError } from '@funnel/servers';

/** A series of an answer. */
export interface Series {
  labels: Readonly<Record<string, string>>;
  /** Time in seconds since 1970, and the value. */
  points: readonly (readonly [number, number])[];
}

/** A running Prometheus. */
export interface Prometheus {
  /** Asks for an expression between two times. */
  query(expr: string, range: { startMs: number; endMs: number; stepSeconds: number }): Promise<Series[]>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;

/** Starts the Prometheus on PATH. It scrapes the services every second. */
export async function startPrometheus(folder: string, urls: readonly string[]): Promise<Prometheus> {
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [
      { job_name: 'funnel', static_configs: [{ targets: urls.map((url) => new URL(url).host) }] },
    ],
  };
  // JSON is YAML, too.
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, JSON.stringify(config));
  const address = `127.0.0.1:${await anyFreePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code) => resolve(`it ended with ${code}`));
  });
  const origin = `http://${address}`;
  const ready = await Promise.race([untilReady(origin), ended]);
  if (ready !== 'ready') throw new LocalError(`Prometheus does not run: ${ready}. Is it on PATH?`);
  return {
    query: (expr, range) => query(origin, expr, range),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilReady(origin: string): Promise<string> {
  for (const deadline = performance.now() + START_TIMEOUT_MS; performance.now() < deadline; ) {
    const response = await fetch(`${origin}/-/ready`).catch(() => undefined);
    if (response?.ok) return 'ready';
    await sleep(100);
  }
  return 'it does not become ready';
}

async function query(
  origin: string,
  expr: string,
  { startMs, endMs, stepSeconds }: Parameters<Prometheus['query']>[1],
): Promise<Series[]> {
  const parameters = new URLSearchParams({
    query: expr,
    start: String(startMs / 1000),
    end: String(endMs / 1000),
    step: String(stepSeconds),
  });
  const response = await fetch(`${origin}/api/v1/query_range?${parameters.toString()}`);
  const { data, error } = (await response.json()) as {
    data?: { result: { metric: Record<string, string>; values: [number, string][] }[] };
    error?: string;
  };
  if (!data) throw new Error(`${expr}: ${error}`);
  return data.result.map(({ metric, values }) => ({
    labels: metric,
    points: values
      .map(([time, value]) => [time, Number(value)] as const)
      .filter(([, value]) => Number.isFinite(value)),
  }));
}
