import { describe, expect, test } from '@jest/globals';
import { processorMs, timesAsMuch } from '@funnel/testing';
import { whyGuessable } from '../../src/index.ts';

describe('a password that is easy to guess', () => {
  test.each([
    'password1234',
    'PASSWORD1234',
    'P@ssw0rd!2026',
    '!!iloveyou!!12',
    '2026qwertyuiop',
    'ｐａｓｓｗｏｒｄ1234',
    '123456789012',
    '!!!!----2026',
    'letmein12345',
    'letmeinletmein',
    'abcdefghijkl',
    'poiuytrewq12',
    'Funnel Reporting 1',
    'correct horse battery staple',
  ])('%s is like one that everybody tries', async (password) => {
    expect(await whyGuessable(password)).toMatch(/everybody tries|different characters/);
  });

  test('has too few different characters', async () => {
    expect(await whyGuessable('abababababab')).toBe('has fewer than 5 different characters');
  });

  test('is little more than the e-mail address', async () => {
    expect(await whyGuessable('Jane.Doe in 2026', 'jane.doe@example.com')).toBe(
      'is little more than your e-mail address',
    );
    expect(await whyGuessable('the password of jane.doe', 'jane.doe@example.com')).toBeUndefined();
    expect(await whyGuessable('bo@example.com', 'bo@example.com')).toBe(
      'is little more than your e-mail address',
    );
    expect(await whyGuessable('bo walks to the sea', 'bo@example.com')).toBeUndefined();
  });
});

test.each([
  'correct horse battery',
  'a new password for me',
  'g7$kPq2!vLx9',
  'Tr0ub4dor&3xyz',
  'ein langes Wort 9',
])('%s is not', async (password) => {
  expect(await whyGuessable(password, 'jane@example.com')).toBeUndefined();
});

test('takes no longer for the longest text that is accepted than for the same in parts', async () => {
  await whyGuessable('the list is loaded');
  for (const part of ['1!', 'p@', 'a', '😀', 'abcd5']) {
    const [text, short] = [part.repeat(500), part.repeat(5)];
    const inParts = async () => {
      for (let count = 0; count < 100; count += 1) await whyGuessable(short);
    };
    // What tries all parts of a text at each of its characters would take thousands of times as long.
    expect(await timesAsMuch(processorMs, () => whyGuessable(text), inParts)).toBeLessThan(10);
  }
});
