import { fileURLToPath } from 'node:url';
import { TOOLS } from './registry.ts';

/** The committed list of tools. From `src` and from `dist` the way is the same. */
export const contractFile = fileURLToPath(new URL('../../../../contracts/tools.json', import.meta.url));

export function contractText(): string {
  return `${JSON.stringify({ tools: TOOLS }, null, 2)}\n`;
}
