/** 32 random bytes, as text without special characters. */
export function randomSecret(): string;
/** A key for AES-256. */
export function encryptionKey(): string;
/** A JSON Web Key Set with one private ES256 key. */
export function signingKeys(): string;
