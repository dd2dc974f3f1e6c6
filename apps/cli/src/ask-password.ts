import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type CliContext, UsageError } from './context.ts';

/** Asked twice on the terminal, without echo. */
export async function askPassword({ stdin, stderr, signal }: CliContext): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  const ask = async (prompt: string) => {
    stderr.write(prompt);
    const answer = await lines.question('', { signal });
    stderr.write('\n');
    return answer;
  };
  try {
    const password = await ask('Password: ');
    if ((await ask('Again: ')) !== password) throw new UsageError('The two passwords differ.');
    return password;
  } finally {
    lines.close();
  }
}
