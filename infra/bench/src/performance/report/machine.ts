import { cpus, loadavg, totalmem } from 'node:os';

/** Where it was measured; without a name. */
export interface Machine {
  cores: number;
  processor: string;
  memoryGb: number;
  platform: string;
  /** Each has its own part of the page. */
  architecture: string;
  node: string;
  postgres: string;
  duckdb: string;
  /** Processes that wanted a core in the minute before the run: other work makes the figures unreliable. */
  loadBefore: number;
}

/** The load of the last minute. Asked before the run, which is a load of its own. */
export function currentLoad(): number {
  return Number((loadavg()[0] ?? 0).toFixed(1));
}

/** Describes this machine and the versions of the contenders. */
export function describeMachine(rest: Pick<Machine, 'postgres' | 'duckdb' | 'loadBefore'>): Machine {
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    platform: process.platform,
    architecture: process.arch,
    node: `Node ${process.versions.node}`,
    ...rest,
  };
}

/** Whether other work kept the machine busy before the run. */
export function isBusy({ cores, loadBefore }: Machine): boolean {
  return loadBefore > cores;
}

/** For the page. */
export function machineText(machine: Machine): string {
  const { cores, processor, memoryGb, platform, architecture, node, postgres, duckdb, loadBefore } = machine;
  const load = isBusy(machine)
    ? ` Other work kept the machine busy (load ${loadBefore}): do not trust these figures.`
    : '';
  return `${cores} cores (${processor}), ${memoryGb} GB of memory, ${platform} ${architecture}, ${node}, ${postgres}, ${duckdb}.${load}`;
}
