import { describe, expect, test } from '@jest/globals';
import { findRouteFaults } from '../src/check-routes.ts';

const file = 'packages/metrics/sql/read-something.sql';
const faultsOf = (text: string) => findRouteFaults([{ file, text }], []);
const ormFaultsOf = (text: string) => findRouteFaults([], [{ file: 'packages/db/src/read.ts', text }]);

describe('a SQL file names its websites', () => {
  test.each([
    'select id from steps where website_id = $1::int',
    'select id from steps s where s.website_id = any ($1::int[])',
    'select v.id from variants v join campaigns c on c.website_id = v.website_id where v.website_id = $1::int',
    'select * from unnest($2::text::int[]) as k (id) join steps s on s.website_id = $1::int and s.id = k.id',
    'insert into steps (website_id, id) select $1::int, id from unnest($2::text::int[]) as k (id)',
    'delete from steps where website_id = $1::int and id in (select id from variants where website_id = $1::int)',
    'select id from websites',
  ])('%s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  test.each([
    ['steps', 'select id from steps -- where website_id = $1::int'],
    ['steps', 'select id from steps where website_id = any ($1::text::int[])'],
    [
      'steps',
      'select (select max(id) from steps s where s.website_id = v.website_id) from variants v where v.website_id = $1::int',
    ],
    [
      'campaigns',
      'select v.id from variants v join campaigns c on c.id = v.campaign_id where v.website_id = $1::int',
    ],
    ['steps', 'delete from steps where id = $1::int'],
    ['steps', 'update steps set position = 1 where id = $1::int'],
  ])('but not its %s: %s', (table, text) => {
    expect(faultsOf(text)).toEqual([expect.stringContaining(`${file}: reads or writes "${table}"`)]);
  });
});

describe('a query of Drizzle names its websites', () => {
  test('by equality or by a list', () => {
    expect(
      ormFaultsOf(`
        function read() { orm.select().from(steps).where(eq(steps.websiteId, websiteId)); }
        function remove() { orm.delete(steps).where(inArray(steps.websiteId, websiteIds)); }`),
    ).toEqual([]);
  });

  test('and is refused if it forgets them', () => {
    const text = `
function read() {
  return orm.select().from(steps).where(eq(steps.websiteId, websiteId));
}
function readAll() {
  return orm.select().from(insightsSnapshots).where(eq(insightsSnapshots.week, week));
}`;
    expect(ormFaultsOf(text)).toEqual([expect.stringContaining('"insightsSnapshots"')]);
  });
});
