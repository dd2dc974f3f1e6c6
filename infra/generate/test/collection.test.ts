import { readFileSync } from 'node:fs';
import { OPERATIONS } from '@funnel/operations';
import { expect, test } from '@jest/globals';

interface Item {
  event?: { script: { exec: string[] } }[];
  request: { method: string; url: { raw: string } };
}

const text = readFileSync(new URL('../../../contracts/collection.json', import.meta.url), 'utf8');
const { item: folders, variable } = JSON.parse(text) as {
  item: { item: Item[] }[];
  variable: { key: string }[];
};
const hostOf = (path: string) => (path.startsWith('/beyond-v1/') ? '{{apiUrl}}' : '{{baseUrl}}');
const items = folders.flatMap(({ item }) => item);

test('has a request for every operation', () => {
  const requests = items.map(({ request }) => `${request.method} ${request.url.raw}`);
  const described = JSON.parse(
    readFileSync(new URL('../../../contracts/openapi.json', import.meta.url), 'utf8'),
  ) as { paths: Record<string, object> };
  const expected = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${hostOf(path)}${path.replace(/\{(\w+)\}/, ':$1')}`,
    ),
  );
  expect(requests.toSorted()).toEqual(expected.toSorted());
  expect(requests.length).toBe(OPERATIONS.length);
});

test('declares every variable, and an earlier answer sets every id', () => {
  const known = new Set(['baseUrl', 'apiUrl', 'token']);
  for (const { event = [], request } of items) {
    const used = [...JSON.stringify(request).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    for (const line of event.flatMap(({ script }) => script.exec))
      known.add(/collectionVariables\.set\('(\w+)'/.exec(line)?.[1] ?? '');
  }
  expect([...known].toSorted()).toEqual(variable.map(({ key }) => key).toSorted());
});
