import { expect, test } from '@jest/globals';
import { createAllowedOrigins } from '../src/embed/allowed-origins.ts';

test('an answer that is under way arrives although more websites are asked for than are kept', async () => {
  const answer = { status: 200, headers: new Headers(), text: '{"origins":["https://shop.example"]}' };
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const ask = async (path: string) => {
    if (path.endsWith('=1')) await released;
    return answer;
  };
  const originsOf = createAllowedOrigins(ask, () => new Date());
  const first = originsOf(1);
  for (let websiteId = 2; websiteId <= 1_100; websiteId += 1) await originsOf(websiteId);
  release();
  expect(await first).toEqual(['https://shop.example']);
});
