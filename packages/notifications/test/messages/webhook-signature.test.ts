import { isWebhookSecret, newWebhookSecret, signWebhook, WEBHOOK_EXAMPLES } from '@funnel/notifications';
import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'svix';
import { isAccepted } from '../support/specified-receiver.ts';

const [old, current, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
const body = JSON.stringify({ ...WEBHOOK_EXAMPLES['campaign.broke'], note: 'naïve “quotes” 👩‍💻' });
const MINUTE_MS = 60_000;
const signed = (sentAgoMs = 0, secrets = [old, current]) =>
  signWebhook({ id: 'msg_1', timestamp: new Date(Date.now() - sentAgoMs), body, secrets });

const RECEIVERS = {
  svix: (secret: string, headers: Record<string, string>, text: string) => {
    try {
      new Webhook(secret).verify(text, headers);
      return true;
    } catch {
      return false;
    }
  },
  'node:crypto': (secret: string, headers: Record<string, string>, text: string) =>
    isAccepted(secret, headers, text, new Date()),
};

describe.each(Object.entries(RECEIVERS))('a receiver with %s', (_name, accepts) => {
  test('accepts a message with either secret during a rotation', () => {
    expect([old, current].map((secret) => accepts(secret, signed(), body))).toEqual([true, true]);
    expect(accepts(current, signed(0, [current]), body)).toBe(true);
    expect(accepts(old, signed(0, [current]), body)).toBe(false);
  });

  test('refuses another secret, and anything that was changed', () => {
    expect(accepts(other, signed(), body)).toBe(false);
    expect(accepts(current, signed(), body.replace('1064', '1065'))).toBe(false);
    expect(accepts(current, { ...signed(), 'webhook-id': 'msg_2' }, body)).toBe(false);
    const later = String(Number(signed()['webhook-timestamp']) + 1);
    expect(accepts(current, { ...signed(), 'webhook-timestamp': later }, body)).toBe(false);
  });

  test('refuses what was signed more than five minutes ago, or will be', () => {
    expect([-6, -4, 4, 6].map((minutes) => accepts(current, signed(minutes * MINUTE_MS), body))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

test('a known signature', () => {
  const headers = signWebhook({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('signs with nothing that is not a secret, and no id that could be read in two ways', () => {
  const short = `whsec_${Buffer.alloc(23).toString('base64')}`;
  for (const secrets of [[], [short], ['whsec_!!!'], [current.slice(6)], [`${current} `]])
    expect(() => signed(0, secrets)).toThrow(/secret/);
  const one = { timestamp: new Date(0), body, secrets: [current] };
  for (const id of ['', 'a.1', 'a\nb', 'a b']) expect(() => signWebhook({ ...one, id })).toThrow(/id/);
});

test('every new secret is another one, and valid', () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(100);
  expect(secrets.every(isWebhookSecret)).toBe(true);
});
