import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { run } from './support/run.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.database.sql`insert into accounts (id, name) values (1, 'Oak')`;
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  const { sql } = testDatabase.database;
  await sql`delete from notification_channels`;
  await sql`
    insert into notification_channels (id, account_id, kind, name, hint, website_ids, confirmed_at) values
    (1, 1, 'webhook', 'Alarms', 'https://example.com/hook', '{1}', now()),
    (2, 1, 'slack', 'Team', 'https://hooks.slack.com/…abcd', '{1}', now())`;
  await sql`
    insert into notification_messages (channel_id, key, type, outcome, done_at, attempts, answer) values
    (1, 'a', 'campaign.broke', 'failed', now(), 10, '500 Internal Server Error'),
    (1, 'b', 'campaign.recovered', 'sent', now(), 1, '204'),
    (2, 'a', 'campaign.broke', 'failed', now(), 3, 'no_team')`;
});

const command = (...args: string[]) =>
  run(['notifications', ...args], { databaseUrl: testDatabase.url, cwd: '/', stdin: '' });
const outcomes = async () =>
  (
    await testDatabase.database
      .sql`select outcome, attempts from notification_messages order by channel_id, key`
  ).map(({ outcome, attempts }) => [outcome, attempts]);

test('lists all channels, for people and for programs', async () => {
  const { stdout, status } = await command('list');
  expect(status).toBe(0);
  expect(stdout).toMatch(/1 +webhook +Alarms +https:\/\/example.com\/hook +account 1 +on/);
  const lines = (await command('list', '--json')).stdout.trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
});

test('shows the log of one, and what was given up in all', async () => {
  const log = (await command('log', '1')).stdout;
  expect(log).toMatch(/campaign\.broke +failed +10 .*500 Internal Server Error/);
  expect(log).toMatch(/campaign\.recovered +sent/);
  expect(log).not.toContain('no_team');
  const failed = (await command('failed')).stdout;
  expect(failed).toContain('no_team');
  expect(failed).not.toContain('recovered');
});

test('switches off and on, and notes who did it', async () => {
  expect((await command('off', '1')).stderr).toContain('Channel 1 is off: switched off by the operator.');
  expect((await command('list')).stdout).toContain('off: switched off by the operator');
  expect((await command('on', '1')).stderr).toContain('Channel 1 is on.');
  const events = await testDatabase.database
    .sql`select kind, actor_id, address from security_events where details ->> 'channel' = '1' order by id`;
  expect(events).toEqual([
    { kind: 'notifications_off', actor_id: null, address: null },
    { kind: 'notifications_changed', actor_id: null, address: null },
  ]);
});

test('sends a test', async () => {
  expect((await command('test', '2')).stderr).toContain('notifications log 2');
  const rows = await testDatabase.database
    .sql`select payload from notification_messages where type = 'channel.test' and channel_id = 2`;
  expect(rows).toEqual([{ payload: { type: 'channel.test', by: null } }]);
  for (let count = 1; count < 10; count += 1) await command('test', '2');
  const refused = await command('test', '2');
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('10 times an hour')]);
  await testDatabase.database.sql`delete from notification_limits`;
});

test('tries again what was given up: of one channel, or of all', async () => {
  expect((await command('retry', '2')).stderr).toBe('1 message is tried again.\n');
  expect(await outcomes()).toEqual([
    ['failed', 10],
    ['sent', 1],
    [null, 0],
  ]);
  expect((await command('retry')).stderr).toBe('1 message is tried again.\n');
  expect((await command('retry')).stderr).toBe('0 messages are tried again.\n');
});

test('the commands of docs/how-to/get-notified.md work', async () => {
  const page = readFileSync(new URL('../../../docs/how-to/get-notified.md', import.meta.url), 'utf8');
  const commands = [...page.matchAll(/^npm run -s notifications -- (.+)$/gm)].map(([, words = '']) => words);
  expect(commands.length).toBeGreaterThan(5);
  for (const words of commands) {
    const { status } = await command(...words.split(' '));
    expect([words, status]).toEqual([words, 0]);
  }
});

test.each([[], ['remove'], ['log'], ['log', 'x'], ['off', '1', '2'], ['list', '1'], ['test', '999']])(
  'refuses %s',
  async (...args) => {
    const { status, stderr } = await command(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining('Usage: notifications')]);
  },
);
