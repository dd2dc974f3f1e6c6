import { expect, test } from '@jest/globals';
import { csvOf } from '../src/view/tables/csv.ts';

test('numbers are plain, texts are quoted where needed, and a formula stays a text', () => {
  const rows = [
    ['Spring, "new"', { text: '1,234.5', value: 1234.5 }],
    ['=HYPERLINK("x")', { text: '–', value: '' }],
    ['two\nlines', { text: '-3', value: -3 }],
  ];
  expect(csvOf(['Name', 'Viewers'], rows).split('\r\n')).toEqual([
    'Name,Viewers',
    '"Spring, ""new""",1234.5',
    '"\'=HYPERLINK(""x"")",',
    '"two\nlines",-3',
  ]);
});
