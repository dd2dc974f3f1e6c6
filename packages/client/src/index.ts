export { type ClientOptions, createClient, type FunnelClient } from './create-client.ts';
export { answerOf, ProblemError, type Problem } from './answer.ts';
export { allPages, type PagedPath } from './pages.ts';
export type { RetryOptions } from './retries.ts';
export * from './verify-webhook.ts';
export { WebhookError, type WebhookErrorCode } from './webhook-error.ts';
export type { components, operations, paths, webhooks } from './schema.ts';
