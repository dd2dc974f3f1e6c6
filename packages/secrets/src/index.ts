export { hashPassword, unmatchableHash, verifyPassword } from './password.ts';
export { createPasswordQueue, type PasswordQueue } from './password-queue.ts';
export { hashSecret, newSecret, secretHash } from './secrets.ts';
export {
  looksLikeToken,
  newToken,
  successorOf,
  TOKEN_PREFIXES,
  type TokenKind,
  tokenHint,
} from './token-format.ts';
