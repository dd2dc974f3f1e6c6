import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// As strong as OWASP's N = 2^17, p = 1 at a quarter of the memory: 32 MB and about 0.3 s of one core per login.
const COST = { logN: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

interface ParsedHash {
  logN: number;
  r: number;
  p: number;
  salt: Buffer;
  key: Buffer;
}

/** Hashes a password in PHC format, `$scrypt$ln=15,r=8,p=3$salt$key`. The cost is part of it, so it can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(salt, await deriveKey(password, { ...COST, salt, keyBytes: KEY_BYTES }));
}

/** Checks a password. Without a stored hash it takes as long and returns false, so timing does not reveal who has an account. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { key, ...cost } = parse(stored ?? UNMATCHABLE);
  const derived = await deriveKey(password, { ...cost, keyBytes: key.length });
  return timingSafeEqual(derived, key) && stored !== undefined;
}

/** The hash of no password, for people who sign in otherwise. */
export function unmatchableHash(): string {
  return format(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
}

const UNMATCHABLE = unmatchableHash();

interface Derivation extends Omit<ParsedHash, 'key'> {
  keyBytes: number;
}

function deriveKey(password: string, { logN, r, p, salt, keyBytes }: Derivation): Promise<Buffer> {
  const N = 2 ** logN;
  // Two keyboards may produce different code points for the same text.
  const text = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function format(salt: Buffer, key: Buffer): string {
  const { logN, r, p } = COST;
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

function parse(stored: string): ParsedHash {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (!parts) throw new Error('Unknown format of a stored password hash');
  const [, logN, r, p, salt = '', key = ''] = parts;
  return {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}
