import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { EventBlock } from '../src/parse/event-block.ts';
import { parseFileInThread } from '../src/index.ts';
import { recordBatches } from '../src/load/record-batches.ts';
import { event, NOW } from './support/events.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Of so many pieces of a file, the last few may still be in use. */
const [PIECES, IN_USE] = [40, 8];

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

/** How many of them something still refers to. */
async function countKept(blocks: readonly WeakRef<object>[]): Promise<number> {
  // What was dereferenced stays until the end of the turn.
  await sleep(10);
  collectGarbage();
  return blocks.filter((block) => block.deref()).length;
}

test('a file that is parsed in a thread keeps no piece that was read', async () => {
  async function* chunks() {
    for (let piece = 0; piece < PIECES; piece++) {
      yield Buffer.from(`${JSON.stringify(event())}\n`);
      await sleep(1);
    }
  }
  const columns: WeakRef<object>[] = [];
  const kept: number[] = [];
  const { pieces } = parseFileInThread(chunks(), { format: undefined, now: () => NOW });
  for await (const { block, textsOf } of pieces) {
    columns.push(new WeakRef(block.columns));
    await textsOf([]);
    if (columns.length === PIECES) kept.push(await countKept(columns));
  }
  expect(kept).toHaveLength(1);
  expect(kept[0]).toBeLessThan(IN_USE);
});

test('a file that is loaded keeps no batch that was written', async () => {
  const blocks: WeakRef<object>[] = [];
  async function* batches() {
    for (let batch = 0; batch < PIECES; batch++) {
      const block = new EventBlock();
      blocks.push(new WeakRef(block));
      yield { block };
    }
  }
  const kept: number[] = [];
  let recorded = 0;
  await recordBatches(testDatabase.database, batches(), {
    async onRecorded() {
      recorded += 1;
      if (recorded === PIECES - 1) kept.push(await countKept(blocks));
    },
    signal: new AbortController().signal,
  });
  expect(kept).toHaveLength(1);
  expect(kept[0]).toBeLessThan(IN_USE);
});
