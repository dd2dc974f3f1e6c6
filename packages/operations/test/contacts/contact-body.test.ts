import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '@funnel/domain';
import { readContactBody } from '../../src/contacts/contact-body.ts';
import fc from 'fast-check';

const codeOf = (body: unknown) => {
  try {
    readContactBody(body);
    return 'none';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.parameter ? `${error.code} ${error.parameter}` : error.code;
  }
};

describe('a contact body', () => {
  test('maps known fields and puts the rest into extra', () => {
    const body = {
      email: ' Ann@Example.COM ',
      phone: '0049 (171) 234-56.78',
      first_name: 'Ann',
      name: 'loses',
      latest_score: 7,
      sms_consent: true,
      tags: ['a', 'b'],
      extra: { colour: 'red', size: null },
      shoe: 42,
      nested: { deep: [1] },
    };
    expect(readContactBody(body)).toEqual({
      email: 'ann@example.com',
      phone: '+491712345678',
      visitorToken: undefined,
      texts: { name: 'Ann', latest_score: '7', sms_consent: 'true', tags: 'a, b' },
      extra: { colour: 'red', size: null, shoe: 42, nested: { deep: [1] } },
      data: undefined,
    });
  });

  test('keeps prototype-polluting keys as plain data', () => {
    const body = JSON.parse(
      '{"email":"a@example.com","__proto__":{"admin":true},"constructor":1}',
    ) as unknown;
    const { extra } = readContactBody(body);
    expect(Object.keys(extra).toSorted()).toEqual(['__proto__', 'constructor']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test.each<[unknown, string]>([
    [null, 'invalid_body'],
    [[], 'invalid_body'],
    ['text', 'invalid_body'],
    [{}, 'email_or_phone_required'],
    [{ email: '', phone: '' }, 'email_or_phone_required'],
    [{ email: null }, 'email_or_phone_required'],
    [{ email: 'nobody' }, 'invalid_email email'],
    [{ email: 5 }, 'invalid_email email'],
    [{ email: `${'x'.repeat(300)}@example.com` }, 'invalid_email email'],
    [{ email: 'a\u0000@example.com' }, 'invalid_email email'],
    [{ phone: '12' }, 'invalid_phone phone'],
    [{ phone: 'call me' }, 'invalid_phone phone'],
    [{ phone: {} }, 'invalid_phone phone'],
    [{ email: 'a@b.c', id: 5 }, 'reserved_field id'],
    [{ email: 'a@b.c', website_id: 5 }, 'reserved_field website_id'],
    [{ email: 'a@b.c', created_at: 'x' }, 'reserved_field created_at'],
    [{ email: 'a@b.c', city: {} }, 'invalid_field city'],
    [{ email: 'a@b.c', city: ['x'] }, 'invalid_field city'],
    [{ email: 'a@b.c', tags: [1] }, 'invalid_field tags'],
    [{ email: 'a@b.c', city: 'a\u0000' }, 'invalid_field city'],
    [{ email: 'a@b.c', city: '\ud800' }, 'invalid_field city'],
    [{ email: 'a@b.c', extra: [] }, 'invalid_field extra'],
    [{ email: 'a@b.c', extra: { a: { 'b\u0000': 1 } } }, 'invalid_field extra'],
    [{ email: 'a@b.c', data: 'x' }, 'invalid_field data'],
    [{ email: 'a@b.c', visitor_token: 'x' }, 'invalid_visitor_token visitor_token'],
  ])('rejects %j with %s', (body, code) => {
    expect(codeOf(body)).toBe(code);
  });

  test('rejects deep nesting without a stack overflow', () => {
    const custom = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
    expect(codeOf({ email: 'a@b.c', custom })).toBe('invalid_field custom');
  });

  test('accepts any body or rejects it with a code', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof codeOf(value) === 'string'));
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        (body) => typeof codeOf({ email: 'a@b.c', ...body }) === 'string',
      ),
    );
  });
});
