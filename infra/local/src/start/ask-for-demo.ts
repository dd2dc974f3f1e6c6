import { createInterface } from 'node:readline/promises';
import { migrateDatabase } from '@funnel/admin';
import { demoStateOf } from './prepare.ts';

/**
 * Whether to load the demo into the database of DATABASE_URL. Only an empty one is a question: it may be somebody's new
 * production. Without a terminal to ask, the answer is no.
 */
export async function askForDemo(url: string, signal: AbortSignal): Promise<boolean> {
  await migrateDatabase(url);
  if ((await demoStateOf(url)) !== 'empty') return true;
  process.stderr.write('- The database of DATABASE_URL is empty.\n');
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    process.stderr.write('- It stays empty. To load the demo into it: npm start -- --demo\n');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('  Load the demo, half a million events, into it? [y/N] ', {
      signal,
    });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false; // interrupted
  } finally {
    terminal.close();
  }
}
