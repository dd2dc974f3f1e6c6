import { expect, test } from '@jest/globals';
import { withRetries } from '../src/retries.ts';

/** Answers with these statuses, one after the other, and keeps the bodies it was sent. */
function answering(...statuses: number[]) {
  const bodies: string[] = [];
  const answer = async (request: Request): Promise<Response> => {
    bodies.push(await request.text());
    const status = statuses.shift() ?? 200;
    return new Response('{}', { status, headers: status === 200 ? {} : { 'Retry-After': '0' } });
  };
  return { answer, bodies };
}

const post = () => new Request('http://127.0.0.1/', { method: 'POST', body: '{"email":"a@example.com"}' });

test.each([429, 503])('repeats a request that is refused with %i, body and all', async (status) => {
  const { answer, bodies } = answering(status, status, 200);
  expect((await withRetries(answer)(post())).status).toBe(200);
  expect(bodies).toEqual(Array.from({ length: 3 }, () => '{"email":"a@example.com"}'));
});

test.each([200, 400, 401, 404, 422, 500])('does not repeat after %i', async (status) => {
  const { answer, bodies } = answering(status);
  expect((await withRetries(answer)(post())).status).toBe(status);
  expect(bodies).toHaveLength(1);
});

test('gives up after the last repetition, with the answer', async () => {
  const { answer, bodies } = answering(503, 503, 503, 503, 503);
  expect((await withRetries(answer, { retries: 2 })(post())).status).toBe(503);
  expect(bodies).toHaveLength(3);
});

test('stops waiting when the caller gives up', async () => {
  const refused = async () => new Response(null, { status: 503, headers: { 'Retry-After': '30' } });
  const stop = new AbortController();
  const asked = withRetries(refused)(new Request('http://127.0.0.1/', { signal: stop.signal }));
  setTimeout(() => stop.abort(new Error('no longer needed')), 20);
  await expect(asked).rejects.toThrow('no longer needed');
});
