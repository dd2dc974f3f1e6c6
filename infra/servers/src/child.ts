import { type SpawnOptions, spawn } from 'node:child_process';

const FORWARDED = ['SIGINT', 'SIGTERM'] as const;

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
