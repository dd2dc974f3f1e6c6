import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '@funnel/db';
import { useOnce } from '@funnel/identity';
import type { Clock } from '@funnel/service';

/** What a passkey signs, so that a signature is good for one form only. */
export type Challenges = ReturnType<typeof createChallenges>;

const RANDOM_BYTES = 16;
const TIME_BYTES = 8;
const LIFE_MS = 10 * 60 * 1000;

/** The first key signs, all keys verify. */
export function createChallenges({
  database,
  keys,
  clock,
}: {
  database: Database;
  keys: readonly string[];
  clock: Clock;
}) {
  return {
    /** For a page with this form token. Stores nothing, because anybody can open the login page. */
    issue(form: string): Uint8Array<ArrayBuffer> {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeBigUInt64BE(BigInt(clock().getTime()));
      const start = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
      return new Uint8Array(Buffer.concat([start, sign(keys[0] ?? '', start, form)]));
    },
    /** Whether it was issued for this form, a short while ago. */
    isOurs(challenge: string, form: string): boolean {
      const bytes = Buffer.from(challenge, 'base64url');
      const start = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
      const signature = bytes.subarray(start.length);
      if (start.length < RANDOM_BYTES + TIME_BYTES) return false;
      const ageMs = clock().getTime() - Number(start.readBigUInt64BE(RANDOM_BYTES));
      const isYoung = ageMs >= 0 && ageMs <= LIFE_MS;
      return isYoung && keys.some((key) => isEqual(sign(key, start, form), signature));
    },
    /** Whether it was not used before. Call it after the signature was verified. */
    use: (challenge: string) =>
      useOnce(database, `challenge:${challenge}`, new Date(clock().getTime() + LIFE_MS)),
  };
}

function sign(key: string, start: Buffer, form: string): Buffer {
  return createHmac('sha256', key).update('challenge:').update(start).update(form).digest();
}

function isEqual(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
