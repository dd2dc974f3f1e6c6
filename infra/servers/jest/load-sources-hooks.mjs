import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'amaro';

const GLOBALS = new URL('./suite-globals.mjs', import.meta.url).href;

const ROOT = new URL('../../../', import.meta.url).href;

/** Helpers of tests register their hooks with the suite that imports them, so each suite has its own. */
const isOfOneSuite = (url) =>
  url.startsWith(ROOT) && /^(infra|[^/]+\/[^/]+\/test)\/(?!.*\/node_modules\/)/.test(url.slice(ROOT.length));

/** A suite is imported with its number, which is passed on to its helpers; all else is loaded once in a process. */
export async function resolve(specifier, context, nextResolve) {
  const suite = context.parentURL?.match(/\?suite=\d+$/)?.[0] ?? '';
  if (specifier === '@jest/globals') return { url: GLOBALS + suite, shortCircuit: true };
  const found = await nextResolve(specifier, context);
  return isOfOneSuite(found.url) ? { ...found, url: found.url + suite } : found;
}

/** Blanks the types of a TypeScript file: what remains is at the same line and column. */
export async function load(url, context, nextLoad) {
  const file = url.replace(/\?suite=\d+$/, '');
  if (!file.endsWith('.ts')) return nextLoad(url, context);
  const { code } = transformSync(await readFile(fileURLToPath(file), 'utf8'), { mode: 'strip-only' });
  return { format: 'module', source: code, shortCircuit: true };
}
