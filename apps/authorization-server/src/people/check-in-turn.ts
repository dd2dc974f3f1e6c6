import { type PasswordQueue, verifyPassword } from '@funnel/secrets';

/** Whether a password is right. The attempt is taken back if it is, and if it could not be checked. */
export async function checkInTurn(
  inTurn: PasswordQueue,
  { refund }: { refund: () => Promise<void> },
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  const isCorrect = await inTurn(() => verifyPassword(password, passwordHash)).catch(
    async (error: unknown) => {
      await refund();
      throw error;
    },
  );
  if (isCorrect) await refund();
  return isCorrect;
}
