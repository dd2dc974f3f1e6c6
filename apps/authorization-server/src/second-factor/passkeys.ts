import { isIP } from 'node:net';
import { jsonIn } from '@funnel/domain';
import type { SecondFactor } from '@funnel/identity';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Challenges } from './challenges.ts';

/** Passkeys of WebAuthn, bound to the address of this server. `form` is the token of the form that carries them. */
export type Passkeys = NonNullable<ReturnType<typeof createPasskeys>>;

const NAME = 'Funnel Reporting';

/** Undefined if the address of the server is a number: browsers bind passkeys to names only. */
export function createPasskeys(issuer: string, challenges: Challenges) {
  const { origin, hostname } = new URL(issuer);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return undefined;
  const expected = (form: string) => ({
    expectedChallenge: (challenge: string) => challenges.isOurs(challenge, form),
    expectedOrigin: origin,
    expectedRPID: hostname,
  });

  return {
    /** What the browser needs to make one. */
    creation: (person: { id: number; email: string }, existing: readonly SecondFactor[], form: string) =>
      generateRegistrationOptions({
        rpName: NAME,
        rpID: hostname,
        userID: new Uint8Array(userHandle(person.id)),
        userName: person.email,
        challenge: challenges.issue(form),
        excludeCredentials: existing.flatMap(describe),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      }),

    /** Verifies what the browser made. */
    async register(text: string, form: string) {
      const response = parse(text) as RegistrationResponseJSON | undefined;
      if (!response) return undefined;
      const verified = await verifyRegistrationResponse({
        response,
        ...expected(form),
        requireUserVerification: false,
      }).catch(() => undefined);
      if (!verified?.verified || !(await challenges.use(challengeOf(response)))) return undefined;
      const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
      return {
        handle: Buffer.from(id, 'base64url'),
        key: Buffer.from(publicKey),
        counter,
        transports: transports ? [...transports] : null,
      };
    },

    /** What the browser needs to use one of these; without a list, any that it has. */
    request: (existing: readonly SecondFactor[] | undefined, form: string) =>
      generateAuthenticationOptions({
        rpID: hostname,
        challenge: challenges.issue(form),
        ...(existing && { allowCredentials: existing.flatMap(describe) }),
        userVerification: existing ? 'preferred' : 'required',
      }),

    /** The id of the passkey that a browser has used. Nothing is verified yet. */
    handleOf(text: string): Buffer | undefined {
      const { id } = (parse(text) ?? {}) as { id?: unknown };
      return typeof id === 'string' ? Buffer.from(id, 'base64url') : undefined;
    },

    /** Verifies a use, and that it is the first one. Returns the new counter. `isAlone`: it replaces the password too. */
    async verify(
      text: string,
      { userId, handle, key, counter, transports }: SecondFactor,
      { form, isAlone }: { form: string; isAlone: boolean },
    ): Promise<number | undefined> {
      const response = parse(text) as AuthenticationResponseJSON | undefined;
      if (!response || !handle || !key || !isUserHandle(response, userId)) return undefined;
      const credential = {
        id: handle.toString('base64url'),
        publicKey: new Uint8Array(key),
        counter,
        ...(transports && { transports }),
      };
      const verified = await verifyAuthenticationResponse({
        response,
        credential,
        ...expected(form),
        requireUserVerification: isAlone,
      }).catch(() => undefined);
      if (!verified?.verified || !(await challenges.use(challengeOf(response)))) return undefined;
      return verified.authenticationInfo.newCounter;
    },
  };
}

function describe({ handle, transports }: SecondFactor) {
  return handle ? [{ id: handle.toString('base64url'), ...(transports && { transports }) }] : [];
}

const userHandle = (userId: number) => Buffer.from(String(userId));

/** A passkey may say whose it is; then it must be right. */
function isUserHandle({ response }: AuthenticationResponseJSON, userId: number): boolean {
  const stated: unknown = response?.userHandle;
  return stated === undefined || stated === null || stated === userHandle(userId).toString('base64url');
}

/** Anything may come in a form; what it really is, the verification finds out. */
function parse(text: string): object | undefined {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Of a response that was verified. */
function challengeOf({ response }: { response: { clientDataJSON: string } }): string {
  const clientData = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
  return (JSON.parse(clientData) as { challenge: string }).challenge;
}
