import { verifyPassword } from '@funnel/secrets';
import { expect, test } from '@jest/globals';
import { createLinkPasswords } from '../src/index.ts';

test('an account that makes many links at once is refused, and keeps no other one waiting', async () => {
  const hash = createLinkPasswords();
  const flood = Promise.allSettled(Array.from({ length: 40 }, () => hash('the password of a link', 1)));
  const other = await hash('another password', 2);
  expect(await verifyPassword('another password', other)).toBe(true);
  const refused = (await flood).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(40);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'overloaded' });
});
