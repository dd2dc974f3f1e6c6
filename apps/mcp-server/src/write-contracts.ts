import { writeFileSync } from 'node:fs';
import { contractFile, contractText } from './tools/contract.ts';

/** Run after a build: `node apps/mcp-server/dist/write-contracts.js`. */
writeFileSync(contractFile, contractText());
