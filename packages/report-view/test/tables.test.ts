import { expect, test } from '@jest/globals';
import { type Cell, tablesOf, words } from '../src/view/tables/tables.ts';

const valuesOf = (row: readonly (Cell | undefined)[]) => row.map((cell) => cell?.value);

test('values are facts, a list is a table with the name of each row first', () => {
  const data = {
    total: 2,
    steps: [
      { id: 7, position: 1, name: 'Start', metrics: { views: 5, changes: { views: -10 } } },
      { id: 8, position: 2, name: 'End', metrics: { views: 3, changes: null } },
    ],
  };
  const { facts, tables } = tablesOf(data);
  expect(facts).toEqual([{ key: 'total', label: 'Total', value: 2 }]);
  expect(tables).toHaveLength(1);
  const [table] = tables;
  expect(table?.title).toBe('Steps');
  expect(table?.head).toEqual(['Name', 'Id', 'Position', 'Views', 'Views, change']);
  expect(table?.rows.map(valuesOf)).toEqual([
    ['Start', 7, 1, 5, -10],
    ['End', 8, 2, 3, undefined],
  ]);
});

test('lists inside of lists are tables of their own, and plain lists are text', () => {
  const data = {
    page: { number: 1 },
    campaigns: [{ id: 1, name: 'Quiz', tags: ['a', 'b'], variants: [{ id: 11 }, { id: 12 }], notes: [] }],
  };
  const { facts, tables } = tablesOf(data);
  expect(facts.map(({ label }) => label)).toEqual(['Page number']);
  expect(tables.map(({ title }) => title)).toEqual(['Campaigns', 'Variants of Quiz']);
  expect(tables[0]?.rows.map(valuesOf)).toEqual([['Quiz', 1, 'a, b']]);
  expect(tables[1]?.rows.map(valuesOf)).toEqual([[11], [12]]);
});

test('a report without values has nothing to draw', () => {
  expect(tablesOf({})).toEqual({ facts: [], tables: [] });
  expect(tablesOf({ steps: [] })).toEqual({ facts: [], tables: [] });
});

test.each([
  ['conversion_rate', 'Conversion rate'],
  ['aov', 'Average order'],
  ['cta_type', 'CTA type'],
])('%s is "%s"', (name, text) => {
  expect(words(name)).toBe(text);
});
