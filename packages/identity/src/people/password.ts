import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

// As strong as OWASP's N = 2^17, p = 1, with a quarter of its memory: 32 MB a login, about 0.3 s of one core.
const COST = { logN: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

export const PASSWORD_MIN_LENGTH = 12;

interface ParsedHash {
  logN: number;
  r: number;
  p: number;
  salt: Buffer;
  key: Buffer;
}

/** In PHC form: `$scrypt$ln=15,r=8,p=3$salt$key`. The cost stands in the hash, so it may be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(salt, await deriveKey(password, { ...COST, salt, keyBytes: KEY_BYTES }));
}

/** Without a stored hash it takes the same time and says no: an unknown e-mail is not told by the clock. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { key, ...cost } = parse(stored ?? NOBODY);
  const derived = await deriveKey(password, { ...cost, keyBytes: key.length });
  return timingSafeEqual(derived, key) && stored !== undefined;
}

const NOBODY = format(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));

interface Derivation extends Omit<ParsedHash, 'key'> {
  keyBytes: number;
}

function deriveKey(password: string, { logN, r, p, salt, keyBytes }: Derivation): Promise<Buffer> {
  const N = 2 ** logN;
  // One text typed on two keyboards may differ in its code points.
  return derive(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r });
}

function format(salt: Buffer, key: Buffer): string {
  const { logN, r, p } = COST;
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

function parse(stored: string): ParsedHash {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (!parts) throw new Error('A stored password hash has an unknown form.');
  const [, logN, r, p, salt = '', key = ''] = parts;
  return {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}
