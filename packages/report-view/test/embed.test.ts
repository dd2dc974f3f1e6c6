import { beforeEach, describe, expect, test } from '@jest/globals';
import { propertiesOf } from '../src/embed/apply-look.ts';
import { frameAddress } from '../src/embed/frame-address.ts';
import { givenToken } from '../src/embed/given-token.ts';
import { createTokens, type Tokens } from '../src/embed/tokens.ts';

const DASHBOARD = 'https://reports.example';

describe('the address of the frame', () => {
  test.each([
    [{ website: '11' }, '/embed/websites/11'],
    [{ website: '11', report: 'campaigns' }, '/embed/websites/11/campaigns'],
    [{ website: '11', report: 'campaign', campaign: '7' }, '/embed/websites/11/campaigns/7'],
    [{ website: '11', campaign: '7' }, '/embed/websites/11/campaigns/7'],
    [
      { website: '11', report: 'insights', timeframe: 'today', language: 'de', theme: 'dark' },
      '/embed/websites/11/insights?language=de&theme=dark',
    ],
    [
      { website: '11', start: '2026-01-01', end: '2026-01-31', metric: 'orders' },
      '/embed/websites/11?range_start=2026-01-01&range_end=2026-01-31&metric=orders&timeframe=custom',
    ],
    [{ website: '11', timeframe: 'a&b=c#d' }, '/embed/websites/11?timeframe=a%26b%3Dc%23d'],
  ])('of %j is %s', (attributes, path) => {
    expect(frameAddress(attributes, DASHBOARD)).toBe(`${DASHBOARD}${path}`);
  });

  test.each([
    {},
    { website: '' },
    { website: 'abc' },
    { website: '11/../12' },
    { website: '11', report: 'account' },
    { website: '11', report: 'toString' },
    { website: '11', report: 'campaign' },
    { website: '11', report: 'campaign', campaign: '../1' },
  ])('does not exist for %j', (attributes) => {
    expect(frameAddress(attributes, DASHBOARD)).toBeUndefined();
  });

  test('has nothing of a token', () => {
    const attributes = { website: '11', token: 'fnl_vt_1', 'token-url': '/secret', height: '600px' };
    expect(frameAddress(attributes, DASHBOARD)).toBe(`${DASHBOARD}/embed/websites/11`);
  });
});

test('a page returns a text, a token, or the answer of the authorization server', () => {
  expect(givenToken('fnl_vt_1')).toEqual({ token: 'fnl_vt_1' });
  expect(givenToken({ token: 'fnl_vt_1' })).toEqual({ token: 'fnl_vt_1' });
  expect(givenToken({ access_token: 'fnl_vt_1', expires_in: 600 })).toEqual({
    token: 'fnl_vt_1',
    expires_in: 600,
  });
  for (const nothing of [undefined, null, '', 7, {}, { token: '' }, { token: 7 }, { error: 'x' }])
    expect(givenToken(nothing)).toBeUndefined();
});

test('only variables that are known and understood are used', () => {
  const supports = (kind: string, value: string) => kind === 'color' && /^#|^rgb/.test(value);
  const variables = {
    '--funnel-accent': '#123456',
    '--funnel-text': 'url(https://evil.example)',
    '--funnel-border': `#${'1'.repeat(300)}`,
    '--funnel-second': 7,
    '--funnel-font': 'Georgia',
    '--accent': '#000000',
    'background-image': '#000000',
  };
  expect(propertiesOf(variables, supports)).toEqual({
    '--accent': '#123456',
    '--accent-soft': 'color-mix(in srgb, #123456 14%, transparent)',
  });
  for (const nothing of [undefined, null, 'x', 7, []]) expect(propertiesOf(nothing, () => true)).toEqual({});
});

describe('tokens', () => {
  let asked: string[];
  let ends: number;
  let isVisible: boolean;
  let tokens: Tokens;
  let now: number;
  let calls: { at: number; call: () => void }[];
  const after = (ms: number, call: () => void) => {
    const one = { at: now + ms, call };
    calls.push(one);
    return () => void (calls = calls.filter((other) => other !== one));
  };
  const pass = (ms: number) => {
    const until = now + ms;
    for (;;) {
      const [next] = calls.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (!next) break;
      now = next.at;
      calls = calls.filter((other) => other !== next);
      next.call();
    }
    now = until;
  };
  beforeEach(() => {
    [now, calls] = [0, []];
    [asked, ends, isVisible] = [[], 0, true];
    tokens = createTokens({
      need: (reason) => void asked.push(reason),
      ended: () => void (ends += 1),
      isVisible: () => isVisible,
      after,
    });
  });

  test('are waited for, at most 20 seconds', async () => {
    const first = tokens.current();
    tokens.take('one');
    expect(await first).toBe('one');
    expect(await tokens.current()).toBe('one');
    tokens.drop('one');
    const never = tokens.current();
    pass(20_000);
    expect(await never).toBeUndefined();
  });

  test('are asked for a minute before they end, and again until one comes', async () => {
    tokens.take('one', 600);
    pass(539_000);
    expect(asked).toEqual([]);
    pass(1_000);
    expect(asked).toEqual(['ending']);
    pass(30_000);
    expect(asked).toEqual(['ending', 'ending', 'ending']);
    tokens.take('two', 600);
    pass(300_000);
    expect([asked.length, ends, await tokens.current()]).toEqual([3, 0, 'two']);
  });

  test('end at the latest after ten minutes, whatever somebody says', () => {
    for (const seconds of [undefined, 600, 86_400, Number.POSITIVE_INFINITY]) {
      tokens.take('one', seconds);
      pass(599_999);
      expect(ends).toBe(0);
      pass(1);
      expect(ends).toBe(1);
      ends = 0;
    }
    // And nobody goes on asking.
    asked = [];
    pass(600_000);
    expect([asked, ends]).toEqual([[], 0]);
  });

  test('are not asked for while nobody looks', () => {
    isVisible = false;
    tokens.take('one', 60);
    pass(60_000);
    expect([asked, ends]).toEqual([[], 1]);
    isVisible = true;
    tokens.wake();
    expect(asked).toEqual(['ended']);
  });

  test('that are refused are replaced once for all who ask', async () => {
    tokens.take('one');
    const both = [tokens.another('one'), tokens.another('one')];
    expect(asked).toEqual(['refused']);
    tokens.take('two');
    expect(await Promise.all(both)).toEqual(['two', 'two']);
    // Somebody who was late gets the new one.
    expect(await tokens.another('one')).toBe('two');
    tokens.drop('two');
    const third = tokens.current();
    tokens.giveUp();
    expect(await third).toBeUndefined();
    pass(700_000);
    expect(ends).toBe(0);
  });
});
