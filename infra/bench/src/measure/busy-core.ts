import { type ChildProcess, spawn } from 'node:child_process';

/** Runs `work` while another process keeps one core busy. */
export async function withBusyCore<Result>(work: () => Promise<Result>): Promise<Result> {
  // It ends with this process, however that ends: its standard input closes.
  const script =
    'process.stdin.resume().on("end", () => process.exit()); setInterval(() => { const until = Date.now() + 50; while (Date.now() < until); }, 0)';
  const child: ChildProcess = spawn(process.execPath, ['-e', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  try {
    await new Promise((resolve) => child.once('spawn', resolve));
    return await work();
  } finally {
    child.kill('SIGKILL');
  }
}
