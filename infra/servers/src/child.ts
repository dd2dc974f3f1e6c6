import { type SpawnOptions, spawn } from 'node:child_process';

const FORWARDED = ['SIGINT', 'SIGTERM'] as const;

/** What a program printed, and its exit status. */
export interface Collected {
  status: number;
  output: string;
}

/** Runs a program beside others: what it prints is collected. */
export function collectChild(program: string, args: string[], options: SpawnOptions): Promise<Collected> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (text: string) => (output += text);
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

/** Runs a program in this terminal, forwards signals to it, and resolves with its exit status. */
export function runChild(program: string, args: string[], options: SpawnOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const forward = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of FORWARDED) process.off(signal, forward);
      resolve(code ?? 1);
    });
  });
}
