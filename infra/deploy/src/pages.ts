// What is generated: pages of docs/reference, and copies of files for Kustomize.
export { configurationPage } from './configuration/configuration-page.ts';
export { deploymentFiles } from './generated-files.ts';
export { secretsPage } from './secrets/secrets-page.ts';
