import { expect, test } from '@jest/globals';
import { securityHeaders } from '../../src/pages/serve-pages.ts';
import express from 'express';
import request from 'supertest';

const app = express().use(securityHeaders, (_req, res) => void res.send('page'));

test('pages run no scripts, load nothing from other hosts, and are not framed, cached or sent as referrer', async () => {
  const { headers } = await request(app).get('/');
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
});
