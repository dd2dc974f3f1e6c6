import type { Orm } from '@funnel/db';
import { notificationMessages } from '@funnel/db/schema';
import { sql } from 'drizzle-orm';
import type { CompanyPeople } from '../messages/message.ts';

/** A message that goes to an owner of an account, who needs no channel for it. */
export type Letter = CompanyPeople;

/**
 * Puts a letter into the outbox.
 * @example
 * await writeLetter(database.orm, {
 *   type: 'company.people',
 *   to: 'ann@example.com',
 *   account: { id: 1, name: 'Acme' },
 *   why: 'changed',
 *   provider: 'https://login.example.com',
 *   members: 'https://reports.example.com/members',
 *   people: [{ email: 'ben@example.com', leavesAt: '2026-12-03T10:00:00.000Z' }],
 *   more: 0,
 * });
 * const letters = await database.sql`select from notification_messages where type = 'company.people'`;
 * assert.equal(letters.length, 1);
 */
export async function writeLetter(orm: Orm, letter: Letter): Promise<void> {
  await orm.insert(notificationMessages).values({
    key: sql`'letter ' || gen_random_uuid()`,
    type: letter.type,
    payload: { ...letter },
  });
}
