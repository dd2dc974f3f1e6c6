import { expect, test } from '@jest/globals';
import { requestIdOf } from '../src/index.ts';
import { requestId } from '../src/requests.ts';
import { chain, serve } from './support/serve.ts';

const echo = chain([requestId, (req, res) => res.end(requestIdOf(req))]);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a valid X-Request-Id is used and returned', async () => {
  await serve(echo, async (url) => {
    const response = await fetch(url, { headers: { 'X-Request-Id': 'trace-1:span/2+a=' } });
    expect(response.headers.get('X-Request-Id')).toBe('trace-1:span/2+a=');
    expect(await response.text()).toBe('trace-1:span/2+a=');
  });
});

test.each([['x'.repeat(129)], ['a b'], ['<script>'], ['"quoted"'], ['{}'], ['']])(
  'the invalid id %j is replaced by a UUID',
  async (id) => {
    await serve(echo, async (url) => {
      const response = await fetch(url, { headers: { 'X-Request-Id': id } });
      expect(response.headers.get('X-Request-Id')).toMatch(UUID);
    });
  },
);

test('a request without an id gets a new one', async () => {
  await serve(echo, async (url) => {
    const ids = await Promise.all([fetch(url), fetch(url)].map(async (response) => (await response).text()));
    expect(ids[0]).toMatch(UUID);
    expect(ids[0]).not.toBe(ids[1]);
  });
});
