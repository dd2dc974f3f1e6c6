import { fileURLToPath } from 'node:url';
import { ANN } from '@funnel/fixtures';
import { useOwnServer } from '@funnel/testing/own-server';
import { checkUnanswered, expectUnavailablePage } from '@funnel/testing/unanswered-database';
import { afterAll, beforeAll, test } from '@jest/globals';
import { Browser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
let product: Product;
const browser = new Browser();

const server = useOwnServer();
beforeAll(async () => {
  product = await startProduct();
  await browser.signIn(`${product.url}/`, ANN);
});
afterAll(async () => {
  await product.stop();
  await server.stop();
});

test.each([
  ['a page', (url: string) => browser.send(`${url}/websites/11`), expectUnavailablePage],
  ['a question', (url: string) => browser.ask(`${url}/data/reports/websites`), undefined],
])('a database that does not answer is 503 in time for %s, and is left behind', async (_, ask, expected) => {
  const service = {
    script,
    env: { ...product.env, DASHBOARD_PORT: '0', UPSTREAM_TIMEOUT_MS: '1000' },
    applicationName: 'dashboard',
    database: product.database,
    ask,
  };
  await checkUnanswered(service, expected);
});
