import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { prefersPage } from '../src/index.ts';

const CHROMIUM =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

test.each([
  [CHROMIUM, true],
  ['text/html', true],
  ['text/html, */*', true],
  ['text/html, application/json', true],
  ['application/json, text/html', false],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0.5, */*', false],
  ['text/html;q=0', false],
  ['application/problem+json, text/html;q=0.1', false],
  ['*/*', false],
  ['application/json', false],
  ['', false],
  [undefined, false],
])('Accept: %s: a page? %s', (accept, expected) => {
  expect(prefersPage({ headers: { accept }, url: '/' } as IncomingMessage)).toBe(expected);
});

test('whoever sends a token or a key is a program', () => {
  const ask = (url: string, authorization?: string) =>
    prefersPage({ headers: { accept: CHROMIUM, authorization }, url } as IncomingMessage);
  expect(ask('/', 'Bearer fnl_x')).toBe(false);
  expect(ask('/api/v1/reports/website?api_key=x')).toBe(false);
  expect(ask('/', 'Basic eDp5')).toBe(true);
});
