import { commandLine } from '@funnel/servers';
import { checkDeployment } from './manifests/check-deployment.ts';

/** Runs a command of the bootstrap and resolves with the exit status. */
export const main = commandLine(checkDeployment);
