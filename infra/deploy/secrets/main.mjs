// `npm run -s secrets`: creates the secrets that are missing. Standard output has nothing but the manifest that was asked for.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { containerUser, createMissing, giveTo, readSecrets } from './secret-files.mjs';
import { fileNameOf, kubernetesSecret, SECRETS } from './secret.mjs';

const USAGE = 'Usage: npm run -s secrets -- [--folder secrets] [--kubernetes]';
const OPTIONS = { folder: { type: 'string', default: 'secrets' }, kubernetes: { type: 'boolean' } };
const root = fileURLToPath(new URL('../../..', import.meta.url));

try {
  const { values } = parseArgs({ options: OPTIONS });
  const folder = resolve(root, values.folder);
  const created = await createMissing(folder);
  const secrets = await readSecrets(folder);
  say(
    created.length === 0
      ? `Every secret exists in ${folder}. Nothing was changed.`
      : `Created in ${folder}: ${created.join(', ')}.`,
  );
  if (values.kubernetes) process.stdout.write(kubernetesSecret(secrets));
  else {
    const owned = await giveTo(folder, await containerUser(join(root, '.env')));
    if (owned) say(owned);
    say('\nHow to rotate each of them:');
    for (const secret of SECRETS) say(`  ${fileNameOf(secret)}: ${secret.rotate}.`);
  }
} catch (error) {
  say(error.code?.startsWith('ERR_PARSE_ARGS') ? `${error.message}\n${USAGE}` : error.message);
  process.exitCode = error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
