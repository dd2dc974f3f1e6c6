export { createRateLimiter, type RateLimiter, type RateLimiterOptions } from './rate-limiter.ts';
