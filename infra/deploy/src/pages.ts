// The generated pages of docs/reference.
export { configurationPage } from './configuration/configuration-page.ts';
export { secretsPage } from './secrets/secrets-page.ts';
