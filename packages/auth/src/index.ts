export { type Authenticator, type AuthenticatorOptions, createAuthenticator } from './authenticator.ts';
export { callerOf } from './caller.ts';
export type { CoveredPerson, Principal } from './principal.ts';
export { onlyCampaigns, requirePerson, requireScope } from './scopes.ts';
export * from './tenancy.ts';
