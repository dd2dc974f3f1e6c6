import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { checkAnswer } from '../../src/fuzz/check-answer.ts';
import type { Answer, FuzzRequest } from '../../src/fuzz/request.ts';
import { readContract } from '../../src/fuzz/targets/openapi.ts';
import type { Tenant } from '../../src/fuzz/tenants/tenant.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const contract = readContract(ROOT, 'openapi.json');
const TENANTS = [
  { name: 'a', mark: 'mark-of-a' },
  { name: 'b', mark: 'mark-of-b' },
];

describe('an answer of the REST API', () => {
  test('is accepted as documented', () => {
    expect(check(json(200, [area('mark-of-a')]))).toBeUndefined();
    expect(check(problem(404, 'not_found'))).toBeUndefined();
  });

  test.each([
    ['a status above 499', problem(500, 'internal_error'), /status 500/],
    ['503 without Retry-After', problem(503, 'overloaded'), /status 503/],
    ['the mark of the other tenant', json(200, [area('mark-of-b')]), /mark of tenant b/],
    ['a shape that is not documented', json(200, [{ id: 1 }]), /not as documented/],
    ['a status that is not documented', problem(413, 'payload_too_large'), /undocumented status 413/],
    ['a code of another operation', problem(422, 'invalid_sort'), /not as documented/],
    ['an unknown code', problem(422, 'no_such_code'), /unknown code/],
    ['a code of another status', problem(404, 'invalid_website_id'), /has status 404/],
    ['a refusal that is no problem document', json(404, { error: 'x' }), /no problem document/],
  ])('with %s is a failure', (_what, answer, reason) => {
    expect(check(answer)).toMatch(reason);
  });

  test('is accepted with 503 and Retry-After', () => {
    const { headers, ...answer } = problem(503, 'overloaded');
    expect(check({ ...answer, headers: { ...headers, 'retry-after': '1' } })).toBeUndefined();
  });
});

function check(answer: Answer): string | undefined {
  const request: FuzzRequest = {
    method: 'GET',
    path: '/api/v1/areas',
    headers: {},
    tenant: TENANTS[0] as Tenant,
    operation: 'get /areas',
  };
  return checkAnswer(contract, TENANTS, request, answer);
}

function json(status: number, body: unknown, type = 'application/json'): Answer {
  return { status, headers: { 'content-type': type }, text: JSON.stringify(body) };
}

function problem(status: number, code: string): Answer {
  const texts = { type: `urn:funnel:problem:${code}`, title: 'T', detail: 'D', instance: 'i' };
  return json(status, { ...texts, status, code }, 'application/problem+json');
}

function area(name: string): object {
  const at = '2026-01-05T09:00:00.000Z';
  return { id: 1, website_id: 11, name, created_at: at, updated_at: at };
}
