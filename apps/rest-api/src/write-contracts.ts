import { writeFileSync } from 'node:fs';
import { openApiText } from './openapi/document.ts';

/** Run after a build: `node apps/rest-api/dist/write-contracts.js`. */
writeFileSync(new URL('../../../contracts/openapi.json', import.meta.url), openApiText());
