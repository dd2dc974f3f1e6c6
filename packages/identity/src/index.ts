export {
  type AuthorizationStore,
  createAuthorizationStore,
  type StoredRecord,
} from './authorization/authorization-store.ts';
export type { StoredAccessToken, TokenState } from './authorization/access-tokens.ts';
export { deleteExpired, deleteUnusedClients } from './authorization/clean-up.ts';
export {
  type IssuedPersonalToken,
  issuePersonalToken,
  listPersonalTokens,
  PERSONAL_TOKEN_CLIENT_ID,
  type PersonalToken,
  type PersonalTokenRequest,
  revokePersonalToken,
} from './authorization/personal-tokens.ts';
export type { RecordPayload } from './authorization/record-payload.ts';
export { createTokenUses, type TokenUses, type TokenUsesOptions } from './authorization/token-uses.ts';
export { hashPassword, PASSWORD_MIN_LENGTH, verifyPassword } from './people/password.ts';
export { createSession, deleteSession, findSession } from './people/sessions.ts';
export {
  consumeThrottle,
  deleteThrottles,
  refundThrottle,
  type ThrottleOptions,
  type ThrottleResult,
  type ThrottleRule,
} from './people/throttle.ts';
export {
  addMembership,
  createUser,
  type CreateUserResult,
  findUser,
  findUserByEmail,
  type NewUser,
  normalizeEmail,
  type User,
  type UserWebsite,
  type UserWithPassword,
  websitesOfUser,
} from './people/users.ts';
export { hashSecret } from './secrets.ts';
