export * from './audit/security-events.ts';
export * from './authorization/authorization-store.ts';
export type { StoredAccessToken, TokenState } from './authorization/access-tokens.ts';
export * from './authorization/applications.ts';
export { endFollowingGrants } from './authorization/following-grants.ts';
export type { SignInStrength } from './authorization/sign-in-strength.ts';
export { websitesWithLegacyKey } from './authorization/legacy-key-end.ts';
export { deleteEndedTokens, deleteExpired, deleteUnusedClients } from './authorization/clean-up.ts';
export * from './authorization/personal-tokens.ts';
export type { RecordPayload } from './authorization/record-payload.ts';
export { limitNewGrant, setTokenLife } from './authorization/token-life.ts';
export {
  issueViewToken,
  VIEW_TOKEN_SECONDS,
} from './authorization/view-tokens.ts';
export * from './authorization/token-uses.ts';
export * from './people/accounts.ts';
export { PASSWORD_MIN_LENGTH, whyGuessable } from './people/guessable-password.ts';
export {
  companyLoginFor,
  companyLogins,
  findCompanyLogin,
  hasCompanyLogins,
  isDomain,
  removeCompanyLogin,
  saveCompanyLogin,
  verifyCompanyDomain,
} from './people/company-logins.ts';
export { type CompanyLoginError, signInByCompany } from './people/company-sign-in.ts';
export type { CompanyLogin } from './people/company-login.ts';
export {
  canBeAskedAbout,
  type CompanyIdentity,
  claimIdentities,
  noteAnswer,
} from './people/company-identities.ts';
export {
  accountsToNotify,
  ASSERTION_GRANT_TYPE,
  endWithdrawn,
  GRACE_DAYS,
  listWithdrawn,
  settleIdentities,
  takeUnnotified,
  withdraw,
  type WithdrawnPerson,
} from './people/withdrawn.ts';
export { endPendingLogin, findPendingLogin, startPendingLogin } from './people/pending-logins.ts';
export * from './people/second-factors.ts';
export { useOnce } from './use-once.ts';
export {
  createSession,
  deleteSession,
  endSessions,
  findSession,
  listSessions,
  type PersonSession,
  type SessionOrigin,
  type SessionUser,
  strengthenSession,
} from './people/sessions.ts';
export * from './people/throttle.ts';
export {
  addMembership,
  changeMember,
  createUser,
  leaveAccount,
  MEMBER_ROLES,
} from './people/members.ts';
export { changePassword, listUsers, removeUser, verifyAddress } from './people/people.ts';
export * from './people/accounts-of-owners.ts';
export {
  createLink,
  findLink,
  type LinkPurpose,
  listInvitations,
  type OpenInvitation,
  revokeInvitation,
  useLink,
} from './people/one-time-links.ts';
export { acceptInvitation, type Invited, type LinkError, setPasswordByLink } from './people/use-links.ts';
export {
  findUser,
  findUserByEmail,
  normalizeEmail,
  type User,
  type UserWebsite,
  type UserWithPassword,
  websitesOfAccount,
  websitesOfUser,
} from './people/users.ts';
export { deleteEndedShareLinks } from './sharing/delete-ended-links.ts';
export { isReceipt } from './sharing/link-receipts.ts';
export * from './sharing/open-share-link.ts';
