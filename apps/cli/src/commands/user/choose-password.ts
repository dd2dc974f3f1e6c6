import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { PASSWORD_MIN_LENGTH, whyGuessable } from '@funnel/identity';
import { type CliContext, UsageError } from '../../context.ts';

/** A password, and whether the person has yet to learn it. */
export interface ChosenPassword {
  text: string;
  isGenerated: boolean;
}

/** The password that was given, asked for or generated. */
export async function choosePassword(
  context: CliContext,
  given: string | undefined,
  generate: boolean,
  email: string,
): Promise<ChosenPassword> {
  if (generate || (given === undefined && !context.stdin.isTTY)) {
    return { text: randomBytes(15).toString('base64url'), isGenerated: true };
  }
  const text = given ?? (await askPassword(context));
  if (text.length < PASSWORD_MIN_LENGTH) {
    throw new UsageError(`The password must have at least ${PASSWORD_MIN_LENGTH} characters.`);
  }
  const reason = await whyGuessable(text, email);
  if (reason)
    throw new UsageError(
      `The password ${reason}. Choose another one, such as four words, or --generate one.`,
    );
  return { text, isGenerated: false };
}

async function askPassword({ stdin, stderr, signal }: CliContext): Promise<string> {
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
    if ((await ask('Repeat the password: ')) !== password)
      throw new UsageError('The two passwords are different.');
    return password;
  } finally {
    lines.close();
  }
}

/** Shows a generated password: on standard output, so that it can be piped. */
export function showGenerated({ stdout, stderr }: CliContext, { text, isGenerated }: ChosenPassword): void {
  if (!isGenerated) return;
  stderr.write('Password (shown only once):\n');
  stdout.write(`${text}\n`);
}
