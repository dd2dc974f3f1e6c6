import { commandLine } from '@funnel/servers';
import { checkDeployment } from './manifests/check-deployment.ts';
import { secretsCommand } from './secrets/secrets-command.ts';

/** Runs a command of the bootstrap and resolves with the exit status. */
export const main = commandLine((invocation) =>
  invocation.command === 'secrets' ? secretsCommand(invocation) : checkDeployment(invocation),
);
