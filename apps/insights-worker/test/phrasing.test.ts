import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { loadDemo } from '@funnel/demo';
import {
  complete,
  createTestDatabase,
  type ModelServer,
  startModelServer,
  startProcess,
  stopProcess,
  type TestDatabase,
  until,
} from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const NOW = '2026-11-15T12:00:00Z';
const LEDGERLOOP = 2;

let db: TestDatabase;
let model: ModelServer;

beforeAll(async () => {
  db = await createTestDatabase();
  model = await startModelServer();
  await loadDemo(db.database, {
    now: new Date(NOW),
    encryptionKey: new Uint8Array(randomBytes(32)),
    days: 20,
  });
});
afterAll(async () => {
  await model.close();
  await db.drop();
});

test('a configured model phrases the findings; texts with invented numbers are not published', async () => {
  // For one website it changes the words, for the others it invents a number.
  model.answer = (res, texts) => {
    const isHonest = texts.some((text) => text.includes('“Book a demo”'));
    complete(res, { items: texts.map((text) => (isHonest ? `Note: ${text}` : `${text} 4711`)) });
  };
  const worker = startProcess(script, {
    DATABASE_URL: db.url,
    INSIGHTS_WORKER_PORT: '0',
    INSIGHTS_LLM_URL: model.url,
    INSIGHTS_LLM_API_KEY: 'the-key-of-the-model',
    NOW,
  });
  try {
    const snapshots = await until(async () => {
      const rows = await db.database.sql`select website_id, recommendations from insights_snapshots`;
      expect(rows).toHaveLength(3);
      return rows as unknown as { website_id: number; recommendations: string[] }[];
    });
    for (const { website_id, recommendations } of snapshots) {
      const phrased = recommendations.filter((text) => text.startsWith('Note: '));
      expect(phrased).toHaveLength(website_id === LEDGERLOOP ? recommendations.length : 0);
      expect(recommendations.join()).not.toContain('4711');
    }
    const metrics = await (await fetch(`${await worker.url()}/metrics`)).text();
    expect(metrics).toMatch(/insights_phrasing_total\{outcome="phrased",.*\} 1/);
    expect(metrics).toMatch(/insights_phrasing_total\{outcome="refused",.*\} 2/);
    expect(model.requests.map(({ authorization }) => authorization)).toEqual(
      Array.from({ length: 3 }, () => 'Bearer the-key-of-the-model'),
    );
    expect(JSON.stringify(worker.lines)).not.toContain('the-key-of-the-model');
  } finally {
    await stopProcess(worker);
  }
});
