import { cpus, loadavg, totalmem } from 'node:os';

/** The load of the last minute. Asked before the run, which is a load of its own. */
export function currentLoad(): number {
  return Number((loadavg()[0] ?? 0).toFixed(1));
}

/** Where it was measured, without a name; and whether other work kept the machine busy. */
export function describeMachine(postgres: string, loadBefore: number): string {
  const [cores, memoryGb] = [cpus().length, Math.round(totalmem() / 1e9)];
  const processor = cpus()[0]?.model.trim() ?? 'unknown';
  const busy =
    loadBefore > cores
      ? ` Other work kept the machine busy (load ${loadBefore}): do not trust these figures.`
      : '';
  return `${cores} cores (${processor}), ${memoryGb} GB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}, ${postgres}.${busy}`;
}
