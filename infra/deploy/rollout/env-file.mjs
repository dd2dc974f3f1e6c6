import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { RolloutError } from './rollout-error.mjs';

/** The settings in .env, and the names that are there twice: people and programs differ on which line counts. */
export function readSettings(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new RolloutError('There is no .env: copy .env.example to .env, and write your addresses into it.');
  }
  const names = [...text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=/gm)].map(([, name]) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  return { settings: parseEnv(text), repeated: [...new Set(repeated)] };
}

/** Writes settings into .env: a line that is there is replaced, any other one stays as it is. */
export function writeSettings(file, settings) {
  let text = readFileSync(file, 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    const line = `${name}=${value}`;
    const there = new RegExp(`^${name}=.*$`, 'm');
    if (there.test(text)) text = text.replace(there, () => line);
    else text = `${text.replace(/\n?$/, '\n')}${line}\n`;
  }
  // Whoever reads it meanwhile sees the old file or the new one.
  const { mode } = statSync(file);
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}
