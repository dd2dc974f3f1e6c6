import { createHmac, timingSafeEqual } from 'node:crypto';
import { seal, unseal } from '@funnel/db';

/** Keeps values outside of this process: nobody else can read, change or make them. */
export type Sealer = ReturnType<typeof createSealer>;

const KEY_BYTES = 32;

/** Creates a sealer. Of several keys in a row, the first one seals and signs, all of them open and verify. */
export function createSealer(encryptionKey: Uint8Array) {
  const keys = Array.from({ length: encryptionKey.length / KEY_BYTES }, (_, index) =>
    encryptionKey.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES),
  );
  const sign = (key: Uint8Array, purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}:${text}`).digest();
  return {
    /** What is sealed for one purpose opens for no other one. */
    seal: (purpose: string, value: object) => seal(JSON.stringify([purpose, value]), encryptionKey),
    /** Undefined if it is not what `seal` made for this purpose. */
    open(purpose: string, sealed: Uint8Array): unknown {
      try {
        const [of, value] = JSON.parse(unseal(sealed, encryptionKey)) as [string, unknown];
        return of === purpose ? value : undefined;
      } catch {
        return undefined;
      }
    },
    sign: (purpose: string, text: string) =>
      sign(keys[0] ?? encryptionKey, purpose, text).toString('base64url'),
    verify(purpose: string, text: string, signature: string): boolean {
      const given = Buffer.from(signature, 'base64url');
      return keys
        .map((key) => sign(key, purpose, text))
        .map((expected) => expected.length === given.length && timingSafeEqual(expected, given))
        .includes(true);
    },
  };
}
