import { cpus, totalmem } from 'node:os';

/** Where it was measured; without a name. */
export interface Machine {
  cores: number;
  processor: string;
  memoryGb: number;
  platform: string;
  node: string;
  postgres: string;
  duckdb: string;
}

/** Describes this machine and the versions of the contenders. */
export function describeMachine(versions: { postgres: string; duckdb: string }): Machine {
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${process.platform} ${process.arch}`,
    node: `Node ${process.versions.node}`,
    ...versions,
  };
}

/** One sentence for the page. */
export function machineText({
  cores,
  processor,
  memoryGb,
  platform,
  node,
  postgres,
  duckdb,
}: Machine): string {
  return `${cores} cores (${processor}), ${memoryGb} GB of memory, ${platform}, ${node}, ${postgres}, ${duckdb}`;
}
