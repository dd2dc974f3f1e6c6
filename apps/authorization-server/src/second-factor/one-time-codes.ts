import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** A clock may be half a minute wrong. */
const WINDOW = 1;

/** A new secret for an application that shows one-time codes (RFC 6238). */
export function newCodeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Whether a text is a secret that `newCodeSecret` could have made. */
export function isCodeSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text);
}

/** The address that an application reads from the square picture. */
export function codeAddress(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The half minute that a code belongs to; undefined if it is wrong. */
export function periodOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Funnel Reporting',
    label,
    secret: Secret.fromBase32(secret),
    period: PERIOD_SECONDS,
  });
}
