import type { ChildProcess } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const HOST = '127.0.0.1';

export async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== undefined;
}

export async function anyFreePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === undefined) throw new Error('the system has no free port');
  return port;
}

/** Waits until a program that was just started listens on its port. */
export async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 1200 || child.exitCode !== null)
      throw new Error(`${child.spawnfile} did not start on port ${port}`);
    await sleep(50);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: HOST, port, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}
