import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { documentedCommand, documentedCommands } from '../../src/images/documented.ts';
import { STEPS } from '../../src/images/walk.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

test('the walk runs every command of docs/operate that names it', () => {
  const run = Object.values(STEPS)
    .flat()
    .map((part) => documentedCommand(ROOT, part));
  expect(run.toSorted()).toEqual(documentedCommands(ROOT).toSorted());
});

test('a command that is nowhere is an error', () => {
  expect(() => documentedCommand(ROOT, 'docker compose explode')).toThrow('Not one block of the docs has');
});
