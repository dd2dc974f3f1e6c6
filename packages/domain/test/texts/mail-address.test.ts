import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import url from 'node:url';
import { expect, test } from '@jest/globals';
import { mailAddress, mailDomain } from '../../src/index.ts';

test('a text that is too long for an address is refused before anything that takes long for a long text', () => {
  const lookUp = mock.method(url, 'domainToASCII');
  syncBuiltinESMExports();
  try {
    for (const domain of [`${'a'.repeat(50_000)}~`, 'ü'.repeat(50_000), `${'a.'.repeat(25_000)}~`]) {
      expect(mailDomain(domain)).toBeUndefined();
      expect(mailAddress(`ann@${domain}`)).toBeUndefined();
    }
    expect(lookUp.mock.callCount()).toBe(0);
    expect(mailDomain('example.com')).toBe('example.com');
    expect(lookUp.mock.callCount()).toBe(1);
  } finally {
    lookUp.mock.restore();
    syncBuiltinESMExports();
  }
});
