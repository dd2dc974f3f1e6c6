import { expect, test } from '@jest/globals';
import { mailAddress, mailDomain } from '../../src/index.ts';

test('a text that is too long for an address is refused at once, whatever it is made of', () => {
  const startedAt = process.cpuUsage();
  for (const domain of [`${'a'.repeat(50_000)}~`, 'ü'.repeat(50_000), `${'a.'.repeat(25_000)}~`]) {
    expect(mailDomain(domain)).toBeUndefined();
    expect(mailAddress(`ann@${domain}`)).toBeUndefined();
  }
  expect(process.cpuUsage(startedAt).user).toBeLessThan(1_000_000);
});
