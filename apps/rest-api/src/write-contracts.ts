import { writeFileSync } from 'node:fs';
import { contractFile, contractText } from './openapi/contract.ts';

/** Run after a build: `node apps/rest-api/dist/write-contracts.js`. */
writeFileSync(contractFile, contractText());
