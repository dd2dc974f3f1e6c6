import { commandLine } from '@funnel/servers';
import { checkDeployment } from './manifests/check-deployment.ts';

export const main = commandLine(checkDeployment);
