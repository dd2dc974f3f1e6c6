import { runCli } from '@funnel/cli';
import type { Invocation } from '@funnel/servers';
import { acquireDatabase } from './database.ts';
import { besideFiles, localSecrets, secretsFor } from './secrets.ts';
import { readRunning } from './start/running-file.ts';

/** Runs an operator command on DATABASE_URL or on the embedded server, which it starts if necessary. */
export async function runCommand({ command, args, localDir }: Invocation): Promise<number> {
  const database = await acquireDatabase(localDir, process.env);
  const secrets = besideFiles(await localSecrets(localDir), process.env);
  // `npm start` begins the secret of visitors; without it, no database has one unless somebody says so.
  const isWithSecret = database.isEmbedded && command !== 'migrate';
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    return await runCli({
      argv: [command, ...args],
      env: {
        ...secretsFor({ isEmbedded: isWithSecret }, secrets),
        ...(await readRunning(localDir))?.addresses,
        ...process.env,
        DATABASE_URL: database.url,
      },
      // npm runs scripts in the root folder; file names are relative to the folder where npm was called.
      cwd: process.env['INIT_CWD'] ?? process.cwd(),
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      wallClock: () => new Date(),
      signal: interrupt.signal,
    });
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await database.release();
  }
}
