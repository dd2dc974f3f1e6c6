import { writeFileSync } from 'node:fs';
import { toolsText } from './tools/tool-list.ts';

/** Run after a build: `node apps/mcp-server/dist/write-contracts.js`. */
writeFileSync(new URL('../../../contracts/tools.json', import.meta.url), toolsText());
