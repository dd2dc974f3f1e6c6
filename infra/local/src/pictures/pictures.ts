import { join, resolve } from 'node:path';
import { type Invocation, LocalError, parseArguments } from '@funnel/servers';
import { findChromium } from '@funnel/testing/browser';
import { startDemo } from './start-demo.ts';
import { takePictures } from './take-pictures.ts';

const USAGE = 'Usage: npm run -s pictures -- [--to FOLDER], by default docs/images';

/** `npm run -s pictures`: takes the pictures of the README from the demo. */
export async function pictures({ args, root }: Invocation): Promise<number> {
  const { values } = parseArguments(USAGE, { args, options: { to: { type: 'string' } } });
  const chromium = findChromium();
  if (!chromium) throw new LocalError('Chromium is missing: put chromium on PATH, or set CHROMIUM_PATH.');
  const folder = values.to ? resolve(process.env['INIT_CWD'] ?? '.', values.to) : join(root, 'docs/images');
  const demo = await startDemo(root);
  try {
    await takePictures({ chromium, ...demo, folder });
  } finally {
    await demo.stop();
  }
  return 0;
}
