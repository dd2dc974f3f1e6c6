import { resolve } from 'node:path';
import { type Invocation, LocalError, parseArguments } from '@funnel/servers';
import { environmentFile, kubernetesSecret } from './formats.ts';
import { createMissing, readSecrets } from './secret-folder.ts';
import { fileNameOf, SECRETS } from './secret.ts';

const USAGE = 'Usage: npm run -s secrets -- [--folder secrets] [--kubernetes | --env]';

/** `npm run -s secrets`: creates the secrets that are missing. Standard output has nothing but the format that was asked for. */
export async function secretsCommand({ root, args }: Invocation): Promise<number> {
  const { folder: name = 'secrets', kubernetes, env } = readArguments(args);
  const folder = resolve(root, name);
  const created = await createMissing(folder);
  const secrets = await readSecrets(folder);
  say(
    created.length === 0
      ? `Every secret exists in ${folder}. Nothing was changed.`
      : `Created in ${folder}: ${created.join(', ')}.`,
  );
  if (kubernetes) process.stdout.write(kubernetesSecret(secrets));
  else if (env) process.stdout.write(environmentFile(secrets));
  else {
    say('\nHow to rotate each of them:');
    for (const secret of SECRETS) say(`  ${fileNameOf(secret)}: ${secret.rotate}.`);
  }
  return 0;
}

function readArguments(args: string[]) {
  const options = {
    folder: { type: 'string' },
    kubernetes: { type: 'boolean' },
    env: { type: 'boolean' },
  } as const;
  const { values } = parseArguments(USAGE, { args, options });
  if (values.kubernetes && values.env) throw new LocalError(`Choose --kubernetes or --env.\n${USAGE}`);
  return values;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
