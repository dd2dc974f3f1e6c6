import { readFile } from 'node:fs/promises';
import type { Instances } from './instances.ts';

interface Line {
  level?: string | number;
  msg?: string;
  err?: { message?: string };
}

const ERROR_LEVELS = new Set<unknown>(['error', 'fatal', 50, 60]);

/** The distinct errors in the logs of all instances, with how often each was logged. */
export async function loggedErrors({ logs }: Instances): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { app, version, file } of logs)
    for (const text of (await readFile(file, 'utf8')).split('\n')) {
      const line = parse(text);
      if (!line || !ERROR_LEVELS.has(line.level)) continue;
      const error = `${app} of ${version.name}: ${line.msg ?? ''} ${line.err?.message ?? ''}`.trim();
      counts.set(error, (counts.get(error) ?? 0) + 1);
    }
  return [...counts].map(([error, count]) => `${error} (${count})`);
}

/** A line that is no JSON comes from Node itself, which writes only when something is wrong. */
function parse(text: string): Line | undefined {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as Line;
  } catch {
    return { level: 'error', msg: text };
  }
}
