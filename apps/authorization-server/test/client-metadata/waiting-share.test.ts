import { describe, expect, test } from '@jest/globals';
import { createWaitingShare, TooManyWaiting } from '../../src/client-metadata/waiting-share.ts';

describe('the share of requests that wait for other servers', () => {
  test('refuses one too many at once, and gives each place back', async () => {
    const share = createWaitingShare({ max: 3, maxEach: 2 });
    let resolve = (_text: string) => {};
    const promise = new Promise<string>((done) => void (resolve = done));
    const waiting = [share('one', () => promise), share('one', () => promise), share('two', () => promise)];
    await expect(share('one', async () => 'x')).rejects.toThrow(TooManyWaiting);
    await expect(share('three', async () => 'x')).rejects.toThrow(TooManyWaiting);
    resolve('done');
    expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
    expect(await share('one', async () => 'x')).toBe('x');
  });

  test('gives the place of a failure back', async () => {
    const share = createWaitingShare({ max: 1, maxEach: 1 });
    for (let turn = 0; turn < 3; turn += 1)
      await expect(share('one', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await share('two', async () => 'x')).toBe('x');
  });
});
