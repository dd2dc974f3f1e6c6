import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CatalogError, importCatalog } from '../src/index.ts';
import { type Database, unseal } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { encryptionKey, twoWebsites } from './support/catalog.ts';
import { whoWaits } from './support/who-waits.ts';
import { type TestDatabase, createTestDatabase, inTime, isOnCitus, until } from '@funnel/testing';

let testDatabase: TestDatabase;
let database: Database;

const options = { encryptionKey, now: new Date('2026-11-01T00:00:00Z') };
const load = (document: unknown, now = options.now) => importCatalog(database, document, { ...options, now });
const problemsOf = (document: unknown) =>
  load(document).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof CatalogError)) throw error;
      return error.problems;
    },
  );
const countOf = async (table: string) =>
  Number((await database.sql.unsafe(`select count(*) as n from ${table}`))[0]?.['n']);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await database.sql.unsafe(
    'truncate accounts, websites, areas, campaigns, variants, steps, elements, website_activity cascade',
  );
});

describe('a catalog document', () => {
  test('is stored completely; importing it again only changes updated_at', async () => {
    const { counts } = await load(twoWebsites);
    expect(counts).toEqual({
      accounts: 2,
      websites: 2,
      areas: 0,
      campaigns: 4,
      variants: 8,
      steps: 16,
      elements: 32,
    });
    const read = () =>
      database.sql`select website_id, id, name, cta_type, status, page_path, created_at from campaigns order by id`;
    const before = await read();
    await load(twoWebsites, new Date('2026-11-02T00:00:00Z'));
    expect(await read()).toEqual(before);
    expect(await countOf('elements')).toBe(32);
    const [row] = await database.sql`select updated_at from campaigns where id = 1`;
    expect(new Date(row?.['updated_at'] as string).toISOString()).toBe('2026-11-02T00:00:00.000Z');
  });

  test('keeps the names of steps and elements until another is given', async () => {
    const steps = (name?: string | null) => [
      { id: 1, name, elements: [{ id: 1, name, element_type: 'form' }] },
    ];
    const withSteps = (name?: string | null) => ({
      campaigns: [
        { id: 9, website_id: 1, name: 'Nine', cta_type: 'bar', variants: [{ id: 9, steps: steps(name) }] },
      ],
    });
    await load({ ...twoWebsites, campaigns: [] });
    const names = () => database.sql`select s.name as step, e.name as element
      from steps s join elements e on e.website_id = s.website_id and e.step_id = s.id`;
    for (const [given, kept] of [
      ['Your details', 'Your details'],
      [undefined, 'Your details'],
      ['Details', 'Details'],
      [null, null],
    ] as const) {
      await load(withSteps(given));
      expect([...(await names())]).toEqual([{ step: kept, element: kept }]);
    }
    expect(await problemsOf(withSteps('x'.repeat(1_001)))).toHaveLength(2);
  });

  test('knows when the traffic was last split in another way', async () => {
    await load({ ...twoWebsites, campaigns: [] });
    const split = (traffic: number | undefined, day: string) =>
      load(
        {
          campaigns: [
            {
              id: 9,
              website_id: 1,
              name: 'Nine',
              cta_type: 'bar',
              variants: [{ id: 9, traffic_percentage: traffic }],
            },
          ],
        },
        new Date(`2026-11-0${day}T00:00:00Z`),
      );
    const changedOn = async () => {
      const [row] = await database.sql`select split_changed_at from variants where id = 9`;
      const at = row?.['split_changed_at'] as string | null;
      return at === null ? null : new Date(at).toISOString().slice(8, 10);
    };
    for (const [traffic, day, changed] of [
      [50, '1', null],
      [50, '2', null],
      [undefined, '3', null],
      [20, '4', '04'],
      [20, '5', '04'],
      [0, '6', '06'],
    ] as const) {
      await split(traffic, day);
      expect(await changedOn()).toBe(changed);
    }
  });

  test('leaves omitted fields and records unchanged', async () => {
    await load(twoWebsites);
    await load({ campaigns: [{ id: 1, website_id: 1, status: 'archived' }] });
    const [row] = await database.sql`select name, cta_type, status from campaigns where id = 1`;
    expect(row).toEqual({ name: 'Campaign 1', cta_type: 'overlay', status: 'archived' });
    expect(await countOf('variants')).toBe(8);
  });

  test('accepts all fields of the website record, and stores the key encrypted, with its hash', async () => {
    await load({
      accounts: [{ id: 9, name: 'Nine' }],
      websites: [
        {
          id: 9,
          account_id: 9,
          name: 'nine.example',
          currency: 'GBP',
          premium: true,
          script_type: 'async',
          api_key: 'a-legacy-key',
          data: { 'form-tracking': 'on' },
          url: null,
          conversions: 12,
          created_at: '2024-05-01T10:00:00+02:00',
        },
      ],
    });
    const [row] = await database.sql`select * from websites where id = 9`;
    expect(row).toMatchObject({
      premium: true,
      script_type: 'async',
      data: { 'form-tracking': 'on' },
      listener: true,
    });
    expect(new Date(row?.['created_at'] as string).toISOString()).toBe('2024-05-01T08:00:00.000Z');
    const stored = row?.['api_key_encrypted'] as Buffer;
    expect(stored.includes('a-legacy-key')).toBe(false);
    expect(unseal(stored, encryptionKey)).toBe('a-legacy-key');
  });

  test('generates a key for a website without one, and keeps it on the next import', async () => {
    await load(twoWebsites);
    const keys = async () =>
      (await database.sql`select api_key_encrypted as k from websites order by id`).map((row) =>
        unseal(row['k'] as Buffer, encryptionKey),
      );
    const before = await keys();
    expect(new Set(before).size).toBe(2);
    await load(twoWebsites);
    expect(await keys()).toEqual(before);
  });

  test('fills in variation and position from the order of the list', async () => {
    await load({
      ...twoWebsites,
      campaigns: [
        {
          id: 5,
          website_id: 1,
          name: 'C',
          cta_type: 'bar',
          variants: [{ id: 50 }, { id: 51, steps: [{ id: 500 }, { id: 501 }] }],
        },
      ],
    });
    expect(await database.sql`select id, variation from variants order by id`).toMatchObject([
      { id: 50, variation: 'a' },
      { id: 51, variation: 'b' },
    ]);
    expect(await database.sql`select id, position from steps order by id`).toMatchObject([
      { id: 500, position: 1 },
      { id: 501, position: 2 },
    ]);
  });

  test('can use the same ids for another website without changing this one', async () => {
    await load(twoWebsites);
    await load({ campaigns: [{ id: 1, website_id: 2, name: 'Other', cta_type: 'hook' }] });
    expect(await database.sql`select website_id, name from campaigns where id = 1 order by 1`).toMatchObject([
      { website_id: 1, name: 'Campaign 1' },
      { website_id: 2, name: 'Other' },
    ]);
  });

  test('raises the data version of the websites it changes, and no others', async () => {
    await load(twoWebsites);
    await load({ campaigns: [{ id: 1, website_id: 1, name: 'New name' }] });
    expect(
      await database.sql`select website_id, version::int from website_activity order by 1`,
    ).toMatchObject([
      { website_id: 1, version: 2 },
      { website_id: 2, version: 1 },
    ]);
  });

  test('with unknown keys is imported, with warnings', async () => {
    const { warnings } = await load({
      ...twoWebsites,
      campaigns: [{ id: 1, website_id: 1, name: 'C', cta_type: 'bar', colour: 'red' }],
      extra: 1,
    });
    expect(warnings).toEqual(['campaigns[0].colour: unknown key, ignored', 'extra: unknown key, ignored']);
  });
});

test('an API key that can be guessed is accepted, with a warning', async () => {
  const keyed = (api_key: string) => load({ websites: [{ id: 1, api_key }] });
  await load(twoWebsites);
  expect((await keyed('8-signs!')).warnings).toEqual([
    'websites[0].api_key: shorter than 20 characters, so it can be guessed; a token for the website ends it',
  ]);
  expect((await keyed('twenty-characters-at-')).warnings).toEqual([]);
});

// On Citus the coordinator does not know who waits on a worker.
const testWaits = isOnCitus ? test.skip : test;

testWaits(
  'an import takes the rows of the websites in the order of a load, so that they cannot deadlock',
  async () => {
    await load(twoWebsites);
    const [one, two] = twoWebsites.websites;
    const loading = await database.sql.reserve();
    const raise = (id: number) =>
      loading`update website_activity set version = version + 1 where website_id = ${id}`;
    try {
      await loading`begin`;
      await raise(1);
      const importing = load({ websites: [two, one] });
      await until(async () => expect(await whoWaits(database)).toMatch(/waits for \[\d+\]/));
      await raise(2);
      await loading`commit`;
      await inTime(importing);
    } finally {
      loading.release();
    }
  },
);

describe('an invalid document is rejected as a whole', () => {
  test.each<[string, unknown, string]>([
    ['not an object', [], 'document'],
    ['a wrong type', { accounts: [{ id: '1', name: 'x' }] }, 'accounts[0].id'],
    ['an id below 1', { accounts: [{ id: 0, name: 'x' }] }, 'accounts[0].id'],
    ['a new record without a required field', { accounts: [{ id: 1 }] }, 'accounts[0].name: required'],
    [
      'a website of an unknown account',
      { websites: [{ id: 1, account_id: 7, name: 'x' }] },
      'websites[0].account_id: there is no account 7',
    ],
    [
      'a campaign of an unknown website',
      { campaigns: [{ id: 1, website_id: 7, name: 'x', cta_type: 'bar' }] },
      'there is no website 7',
    ],
    [
      'an unknown cta_type',
      { campaigns: [{ id: 1, website_id: 1, name: 'x', cta_type: 'popup' }] },
      'campaigns[0].cta_type',
    ],
    [
      'an impossible date',
      { accounts: [], areas: [{ id: 1, website_id: 1, name: 'x', created_at: '2026-02-30T00:00:00Z' }] },
      'created_at',
    ],
    ['a null character', { accounts: [{ id: 1, name: 'a\u0000b' }] }, 'accounts[0].name'],
    ['an unpaired surrogate', { accounts: [{ id: 1, name: '\ud800' }] }, 'accounts[0].name'],
    [
      'the same id twice',
      {
        accounts: [
          { id: 1, name: 'x' },
          { id: 1, name: 'y' },
        ],
      },
      'accounts[1].id: duplicate account 1',
    ],
    [
      'traffic above 100',
      {
        ...twoWebsites,
        campaigns: [
          {
            id: 1,
            website_id: 1,
            name: 'x',
            cta_type: 'bar',
            variants: [{ id: 1, traffic_percentage: 101 }],
          },
        ],
      },
      'traffic_percentage',
    ],
  ])('%s', async (_, document, expected) => {
    const problems = await problemsOf(document);
    expect(problems.join('\n')).toContain(expected);
    expect(await countOf('accounts')).toBe(0);
  });

  test('an id that moves to another parent, because its metrics cannot move', async () => {
    await load(twoWebsites);
    const problems = await problemsOf({
      accounts: [{ id: 1, name: 'Renamed' }],
      campaigns: [{ id: 3, website_id: 1, variants: [{ id: 10 }] }],
    });
    expect(problems).toEqual([
      'campaigns[0].variants[0].id: variant 10 belongs to campaign 1 and cannot move to another',
    ]);
    expect((await database.sql`select name from accounts where id = 1`)[0]?.['name']).toBe('Odd');
  });

  test('a key that another website uses', async () => {
    const document = {
      accounts: [{ id: 1, name: 'x' }],
      websites: [1, 2].map((id) => ({ id, account_id: 1, name: 'x', api_key: 'the-same-key' })),
    };
    expect(await problemsOf(document)).toEqual(['websites[1].api_key: already used by another website']);
  });

  test('all problems are reported together', async () => {
    const document = { accounts: [{ id: -1, name: 5 }], campaigns: [{ id: 'x' }] };
    expect((await problemsOf(document)).length).toBeGreaterThanOrEqual(4);
  });
});

describe('an import for given websites', () => {
  const owned = (document: unknown, websiteIds: number[]) =>
    importCatalog(database, document, { websiteIds: websiteIds.map(trustedWebsiteId), now: options.now });
  const problemsFor = (document: unknown, websiteIds: number[]) =>
    owned(document, websiteIds).then(
      () => [],
      (error: unknown) => {
        if (!(error instanceof CatalogError)) throw error;
        return error.problems;
      },
    );
  const newCampaign = { id: 9, website_id: 1, name: 'Nine', cta_type: 'bar', variants: [{ id: 90 }] };

  test('needs no encryption key, and changes these websites', async () => {
    await load(twoWebsites);
    const keys = () => database.sql`select api_key_encrypted, api_key_hash from websites order by id`;
    const before = await keys();
    const { counts } = await owned(
      { websites: [{ id: 1, name: 'new.example' }], campaigns: [newCampaign] },
      [1],
    );
    expect(counts).toMatchObject({ websites: 1, campaigns: 1, variants: 1 });
    expect(await keys()).toEqual(before);
    expect((await database.sql`select name from websites where id = 1`)[0]?.['name']).toBe('new.example');
  });

  test('rejects everything else as a whole, before it reads what is stored', async () => {
    await load(twoWebsites);
    const document = {
      accounts: [{ id: 1, name: 'Mine' }],
      websites: [{ id: 1, account_id: 2, api_key: 'a-new-key' }, { id: 2 }],
      areas: [{ id: 1, website_id: 2, name: 'A' }],
      // The variant belongs to another campaign of the other website, which must not show.
      campaigns: [newCampaign, { id: 3, website_id: 2, variants: [{ id: 10 }] }],
    };
    expect(await problemsFor(document, [1])).toEqual([
      'accounts[0]: this token may not write accounts',
      'websites[0].account_id: this token may not change it',
      'websites[0].api_key: this token may not change it',
      'websites[1].id: this token may not write to website 2',
      'areas[0].website_id: this token may not write to website 2',
      'campaigns[1].website_id: this token may not write to website 2',
    ]);
    expect(await database.sql`select 1 from campaigns where id = 9`).toEqual([]);
  });

  test('allows nothing without websites', async () => {
    await load(twoWebsites);
    expect(await problemsFor({ websites: [{ id: 1 }] }, [])).toHaveLength(1);
    expect(await problemsFor({ campaigns: [newCampaign] }, [])).toHaveLength(1);
  });

  test('creates no website', async () => {
    await load(twoWebsites);
    expect(await problemsFor({ websites: [{ id: 7, name: 'seven.example' }] }, [7])).toEqual([
      'websites[0].id: there is no website 7',
    ]);
    expect(await problemsFor({ areas: [{ id: 1, website_id: 7, name: 'A' }] }, [7])).toEqual([
      'areas[0].website_id: there is no website 7',
    ]);
    expect(await countOf('websites')).toBe(2);
  });
});
