import { verifyWebhook, WebhookError } from '@funnel/client';
import { newWebhookSecret, signWebhook, WEBHOOK_EVENT_TYPES, WEBHOOK_EXAMPLES } from '@funnel/notifications';
import { describe, expect, test } from '@jest/globals';

const NOW = new Date('2026-11-16T07:00:00Z');
const [secret, next, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
const body = JSON.stringify(WEBHOOK_EXAMPLES['campaign.broke']);
const headers = { ...signWebhook({ id: 'msg_1', timestamp: NOW, body, secrets: [secret, next] }) };
const verify = (changes: {
  secrets?: string | readonly string[];
  headers?: Parameters<typeof verifyWebhook>[1];
  body?: string | Uint8Array;
  afterSeconds?: number;
}) =>
  verifyWebhook(changes.secrets ?? secret, changes.headers ?? headers, changes.body ?? body, {
    now: new Date(NOW.getTime() + (changes.afterSeconds ?? 0) * 1000),
  });
const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

test.each(WEBHOOK_EVENT_TYPES)('accepts %s as the service signs it', async (type) => {
  const text = JSON.stringify(WEBHOOK_EXAMPLES[type]);
  const signed = signWebhook({ id: 'msg_1', timestamp: NOW, body: text, secrets: [secret] });
  const event = await verifyWebhook(secret, signed, text, { now: NOW });
  expect(event).toEqual(WEBHOOK_EXAMPLES[type]);
  // The type of the event tells the type of its data.
  if (event.type === 'campaign.broke') expect(event.data.since).toBe('2026-11-10');
});

test('accepts a known signature', async () => {
  const known = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const options = { now: new Date(1_614_265_330_000) };
  await expect(
    verifyWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', known, '{"test": 2432232314}', options),
  ).resolves.toEqual({ test: 2432232314 });
});

test('accepts headers of fetch and of Node, bytes, and either secret during a rotation', async () => {
  const accepted = [
    verify({ headers: new Headers(headers) }),
    verify({ headers: { ...headers, 'webhook-id': ['msg_1'] } }),
    verify({
      headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toUpperCase(), value])),
    }),
    verify({ body: Buffer.from(body) }),
    verify({ secrets: next }),
    verify({ secrets: [other, next] }),
    verify({
      headers: { ...headers, 'webhook-signature': `v1a,xyz v2,AAAA ${headers['webhook-signature']}` },
    }),
  ];
  for (const event of await Promise.all(accepted)) expect(event.type).toBe('campaign.broke');
});

describe('refuses, and says what to do', () => {
  const signature = headers['webhook-signature'];
  test.each([
    ['another secret', { secrets: other }, 'no_matching_signature'],
    ['a changed body', { body: body.replace('1064', '1065') }, 'no_matching_signature'],
    [
      'a body that was parsed and written again',
      { body: JSON.stringify(JSON.parse(body), null, 1) },
      'no_matching_signature',
    ],
    ['another id', { headers: { ...headers, 'webhook-id': 'msg_2' } }, 'no_matching_signature'],
    [
      'a signature without version',
      { headers: { ...headers, 'webhook-signature': signature.replaceAll('v1,', '') } },
      'no_matching_signature',
    ],
    [
      'a signature of another version',
      { headers: { ...headers, 'webhook-signature': signature.replaceAll('v1,', 'v2,') } },
      'no_matching_signature',
    ],
    ['no signature', { headers: without('webhook-signature') }, 'missing_header'],
    ['no id', { headers: without('webhook-id') }, 'missing_header'],
    ['no timestamp', { headers: new Headers(without('webhook-timestamp')) }, 'missing_header'],
    [
      'a timestamp that is none',
      { headers: { ...headers, 'webhook-timestamp': '1e9' } },
      'invalid_timestamp',
    ],
    ['what was signed long ago', { afterSeconds: 301 }, 'too_old'],
    ['what will be signed', { afterSeconds: -301 }, 'too_new'],
    ['no secret', { secrets: [] }, 'invalid_secret'],
    ['a secret without prefix', { secrets: secret.slice(6) }, 'invalid_secret'],
    ['a secret that is not base64', { secrets: 'whsec_???' }, 'invalid_secret'],
    ['an empty secret', { secrets: 'whsec_' }, 'invalid_secret'],
    ['a parsed body', { body: JSON.parse(body) as string }, 'invalid_body'],
  ] as const)('%s', async (_name, changes, code) => {
    const error = await verify(changes).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WebhookError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(/\.$/) });
  });

  test('a signed body that is not JSON', async () => {
    const signed = signWebhook({ id: 'msg_1', timestamp: NOW, body: 'hello', secrets: [secret] });
    await expect(verify({ headers: signed, body: 'hello' })).rejects.toMatchObject({ code: 'invalid_body' });
  });

  test('nothing within five minutes', async () => {
    for (const afterSeconds of [-300, 300])
      await expect(verify({ afterSeconds })).resolves.toMatchObject({ type: 'campaign.broke' });
  });
});
