import { fileURLToPath } from 'node:url';
import { openApiDocument } from './document.ts';

/** The committed document. From `src` and from `dist` the way is the same. */
export const contractFile = fileURLToPath(new URL('../../../../contracts/openapi.json', import.meta.url));

export function contractText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}
