import { type Database, unseal } from '@funnel/db';
import {
  consumeWithDelay,
  findPasskey,
  type GrowingDelayRule,
  listSecondFactors,
  refundThrottle,
  resetThrottle,
  useRecoveryCode,
  useSecondFactor,
} from '@funnel/identity';
import type { Clock } from '@funnel/service';
import { periodOf } from './one-time-codes.ts';
import type { Passkeys } from './passkeys.ts';

export type ShownFactor = 'passkey' | 'code' | 'recovery';

/** What a person sends as a second factor. One of the texts is empty. */
export interface SecondFactorForm {
  /** A one-time code or a recovery code. */
  code: string;
  /** What the browser says about a passkey. */
  passkey: string;
  form: string;
}

export interface SecondFactorCheckOptions {
  database: Database;
  passkeys: Passkeys | undefined;
  /** Opens the secrets of one-time codes. */
  encryptionKey: Uint8Array | undefined;
  clock: Clock;
}

/** After ten failures: 1, 2, 4 … seconds, at most 15 minutes. Whoever gets here knows the password, so no stranger locks anybody out. */
const PER_NETWORK: GrowingDelayRule = { windowSeconds: 24 * 3600, free: 10, maxDelaySeconds: 15 * 60 };
/** Against guessing from many networks. The person who gets in takes back nobody else's failures. */
const PER_PERSON: GrowingDelayRule = { ...PER_NETWORK, free: 100 };

/** Whether what somebody sends is a second factor of a person who has given the password. */
export async function checkSecondFactor(
  options: SecondFactorCheckOptions,
  { userId, network }: { userId: number; network: string },
  sent: SecondFactorForm,
): Promise<
  { shown: ShownFactor } | { error: 'invalid' } | { error: 'throttled'; retryAfterSeconds: number }
> {
  const { database, clock } = options;
  const now = clock();
  const [own, all] = [`second-factor:${userId}:${network}`, `second-factor:${userId}`];
  for (const [key, rule] of [
    [own, PER_NETWORK],
    [all, PER_PERSON],
  ] as const) {
    const { allowed, retryAfterSeconds } = await consumeWithDelay(database, key, { ...rule, now });
    if (!allowed) return { error: 'throttled', retryAfterSeconds };
  }
  const shown = await (sent.passkey ? byPasskey(options, userId, sent) : byCode(options, userId, sent));
  if (!shown) return { error: 'invalid' };
  await resetThrottle(database, own);
  await refundThrottle(database, all, { ...PER_PERSON, now });
  return { shown };
}

async function byPasskey(
  options: SecondFactorCheckOptions,
  userId: number,
  sent: SecondFactorForm,
): Promise<ShownFactor | undefined> {
  return (await usePasskey(options, sent, userId)) === undefined ? undefined : 'passkey';
}

async function byCode(
  { database, encryptionKey, clock }: SecondFactorCheckOptions,
  userId: number,
  { code }: SecondFactorForm,
): Promise<ShownFactor | undefined> {
  const factor = (await listSecondFactors(database, userId)).find(({ kind }) => kind === 'code');
  if (factor?.key && encryptionKey) {
    const counter = periodOf(unseal(factor.key, encryptionKey), code, clock());
    if (counter !== undefined)
      return (await useSecondFactor(database, { id: factor.id, counter })) ? 'code' : undefined;
  }
  return (await useRecoveryCode(database, userId, code)) ? 'recovery' : undefined;
}

/** Who signs in with a passkey alone, which has asked for a finger, a face or a PIN. */
export function personOfPasskey(
  options: SecondFactorCheckOptions,
  sent: SecondFactorForm,
): Promise<number | undefined> {
  return usePasskey(options, sent, undefined);
}

/** Whose passkey was used: anybody's, or only that of the person who has given the password. */
async function usePasskey(
  { database, passkeys }: SecondFactorCheckOptions,
  { passkey: text, form }: SecondFactorForm,
  userId: number | undefined,
): Promise<number | undefined> {
  const handle = passkeys?.handleOf(text);
  const passkey = handle && (await findPasskey(database, handle));
  if (!passkeys || !passkey || passkey.userId !== (userId ?? passkey.userId)) return undefined;
  const counter = await passkeys.verify(text, passkey, { form, isAlone: userId === undefined });
  const isUsed = counter !== undefined && (await useSecondFactor(database, { id: passkey.id, counter }));
  return isUsed ? passkey.userId : undefined;
}
