// `npm run -s rollout`: starts the product of compose.yaml, or brings it to another version, and goes back if that fails. Needs Node
// and Docker; nothing is installed.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rollOut } from './roll-out.mjs';
import { RolloutError } from './rollout-error.mjs';
import { heldAlone } from './held-alone.mjs';

const USAGE = `Usage: npm run -s rollout -- [--version 1.2.3 | --build | --again | --back] [--no-backup]
  (nothing)           the version of this clone, from the registry in FUNNEL_IMAGES
  --version VERSION   another one
  --build             builds this clone, with a version of its own
  --again             the one that runs: after a change of .env, or a restore
  --back              the version that ran before this one; the database stays as it is
  --no-backup         no dump before the database is changed`;
const OPTIONS = {
  version: { type: 'string' },
  build: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  back: { type: 'boolean', default: false },
  backup: { type: 'boolean', default: true },
  help: { type: 'boolean', default: false },
};
const root = fileURLToPath(new URL('../../..', import.meta.url));

try {
  const { values } = parseArgs({ options: OPTIONS, allowNegative: true });
  if ([values.version !== undefined, values.build, values.again, values.back].filter(Boolean).length > 1)
    throw new RolloutError(USAGE, 2);
  if (values.help) console.error(USAGE);
  else await heldAlone(join(root, '.local', 'rollout.pid'), () => rollOut(root, values));
} catch (error) {
  const isUsage = error.code?.startsWith?.('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof RolloutError)) throw error;
  console.error(isUsage ? `${error.message}\n${USAGE}` : error.message);
  process.exitCode = isUsage ? 2 : error.status;
}
