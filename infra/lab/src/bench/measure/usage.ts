import { readFile } from 'node:fs/promises';

/** Reads the memory of a process in millions of bytes, from outside, which costs the process nothing. Undefined without Linux, or once it has ended. */
export async function memoryOf(pid: number | undefined) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytesOf = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  const memory = {
    resident: megabytesOf('VmRSS'),
    peak: megabytesOf('VmHWM'),
    /** What is its own: not the code of Node, which all processes share. */
    anonymous: megabytesOf('RssAnon'),
  };
  return Number.isNaN(memory.resident) ? undefined : memory;
}

export async function processorSeconds(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, value] = /^process_cpu_seconds_total\S* (\S+)/m.exec(metrics) ?? [];
  if (value === undefined) throw new Error('There is no metric process_cpu_seconds_total.');
  return Number(value);
}
