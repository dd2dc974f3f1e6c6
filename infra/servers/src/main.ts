import { commandLine } from './command-line.ts';
import { runJest } from './jest.ts';

/** `npm run -s jest`; called by the bootstrap. */
export const main = commandLine(runJest);
