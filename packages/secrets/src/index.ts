export { hashPassword, unmatchableHash, verifyPassword } from './password.ts';
export { createPasswordQueue, type PasswordQueue } from './password-queue.ts';
export { hashSecret, newSecret, secretHash } from './secrets.ts';
export * from './token-format.ts';
