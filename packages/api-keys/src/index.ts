export { type ApiKeyWebsite, endApiKeys, findWebsiteByApiKey } from './legacy-keys.ts';
export { newApiKey, type SealedApiKey, sealApiKey } from './seal-api-key.ts';
