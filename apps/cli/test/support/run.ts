import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { runCli } from '../../src/index.ts';

/** What a command returned and printed. */
export interface Run {
  status: number;
  stdout: string;
  stderr: string;
}

/** Encrypts the legacy keys, unless the test gives another. */
export const ENCRYPTION_KEY = new Uint8Array(randomBytes(32));
const encryptionKey = Buffer.from(ENCRYPTION_KEY).toString('base64');

/** Runs a command in this process, like the local start-up. */
export async function run(
  argv: string[],
  options: { databaseUrl: string; cwd: string; stdin?: string; env?: Record<string, string> },
): Promise<Run> {
  const [stdout, stderr] = [collector(), collector()];
  const status = await runCli({
    argv,
    env: { DATABASE_URL: options.databaseUrl, API_KEY_ENCRYPTION_KEY: encryptionKey, ...options.env },
    cwd: options.cwd,
    stdin: Readable.from([Buffer.from(options.stdin ?? '')]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    wallClock: () => new Date(),
    signal: new AbortController().signal,
  });
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
