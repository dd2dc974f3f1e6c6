import { spawn } from 'node:child_process';
import { connect, createServer, type Server } from 'node:net';
import { LocalError } from '@funnel/servers';

/** The message with which PostgreSQL ends its answer to a statement: ReadyForQuery. */
const READY = 'Z'.charCodeAt(0);
const HEADER_BYTES = 5;
/** What `npm run -s migrate` does, in a process that starts in a third of the time: it is started for every statement. */
const MIGRATE = `
  import { migrateDatabase } from '@funnel/admin';
  await migrateDatabase(process.env['DATABASE_URL']);`;

/**
 * Runs what `npm run -s migrate` runs in a process of its own, through a proxy that counts the statements that PostgreSQL has executed. With
 * `killAfter`, the process is killed after so many of them, before it learns of the last one.
 */
export async function migrateThrough(
  url: string,
  killAfter = Number.POSITIVE_INFINITY,
): Promise<{ statements: number; wasKilled: boolean }> {
  let statements = 0;
  let kill = () => {};
  const proxy = await startProxy(url, () => {
    statements += 1;
    if (statements === killAfter) kill();
    return statements < killAfter;
  });
  try {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', MIGRATE], {
      cwd: import.meta.dirname,
      env: { PATH: process.env['PATH'], DATABASE_URL: proxy.url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    kill = () => void child.kill('SIGKILL');
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const ended = await new Promise<number | NodeJS.Signals | null>((resolve) => {
      child.once('close', (status, signal) => resolve(status ?? signal));
    });
    if (ended !== 0 && ended !== 'SIGKILL')
      throw new LocalError(`The migration ended with ${ended}.\n${errors}`);
    return { statements, wasKilled: ended === 'SIGKILL' };
  } finally {
    proxy.server.close();
  }
}

/** `onReady` is called for each statement that was executed, and says if its answer may pass. */
async function startProxy(target: string, onReady: () => boolean): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(target);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const readyIn = readyCounter();
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      let passes = true;
      for (let count = readyIn(chunk); count > 0; count -= 1) passes = onReady() && passes;
      if (passes) client.write(chunk);
    });
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(target);
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { url: url.href, server };
}

/** Counts the messages ReadyForQuery in the bytes of one connection, wherever the bytes are split. */
function readyCounter(): (chunk: Buffer) => number {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let count = 0;
    while (rest.length >= HEADER_BYTES) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) break;
      if (rest[0] === READY) count += 1;
      rest = rest.subarray(length);
    }
    return count;
  };
}
