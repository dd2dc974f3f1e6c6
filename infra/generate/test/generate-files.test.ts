import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findStaleFiles, type Generator, type GeneratorContext, writeFiles } from '../src/generate-files.ts';

let root: string;
let context: GeneratorContext;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'funnel-generate-'));
  context = {
    root,
    withDatabase: () => {
      throw new Error('no generator of this test uses a database');
    },
  };
});
afterEach(() => rm(root, { recursive: true, force: true }));

const contract =
  (text: string): Generator =>
  async () => ({ 'contracts/a.json': text });

test('writes only what has changed, and says what that was', async () => {
  expect(await writeFiles([contract('1\n')], context)).toEqual(['contracts/a.json']);
  expect(await readFile(join(root, 'contracts/a.json'), 'utf8')).toBe('1\n');
  expect(await writeFiles([contract('1\n')], context)).toEqual([]);
});

test('names a file that differs, and the command that fixes it, and leaves the file alone', async () => {
  await writeFiles([contract('1\n')], context);
  expect(await findStaleFiles([contract('1\n')], context)).toEqual([]);
  await writeFile(join(root, 'contracts/a.json'), 'edited by hand\n');
  expect(await findStaleFiles([contract('1\n')], context)).toEqual([
    'contracts/a.json is out of date: run npm run -s generate and commit the result',
  ]);
  expect(await readFile(join(root, 'contracts/a.json'), 'utf8')).toBe('edited by hand\n');
});

test('removes a file that must not exist', async () => {
  const none: Generator = async () => ({ 'contracts/a.json': undefined });
  expect(await writeFiles([none], context)).toEqual([]);
  await writeFiles([contract('1\n')], context);
  expect(await findStaleFiles([none], context)).toHaveLength(1);
  expect(await writeFiles([none], context)).toEqual(['contracts/a.json']);
  expect(await findStaleFiles([none], context)).toEqual([]);
});

test('names a file that is missing', async () => {
  expect(await findStaleFiles([contract('1\n')], context)).toHaveLength(1);
});

test('lets a generator read what an earlier one wrote', async () => {
  const copy: Generator = async () => ({
    'b.json': await readFile(join(root, 'contracts/a.json'), 'utf8'),
  });
  expect(await writeFiles([contract('1\n'), copy], context)).toEqual(['contracts/a.json', 'b.json']);
});
