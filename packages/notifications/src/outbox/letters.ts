import type { Orm } from '@funnel/db';
import { notificationMessages } from '@funnel/db/schema';
import { sql } from 'drizzle-orm';
import type { CompanyPeople } from '../messages/message.ts';

/** A message that goes to an owner of an account, who needs no channel for it. */
export type Letter = CompanyPeople;

/** Puts a letter into the outbox. */
export async function writeLetter(orm: Orm, letter: Letter): Promise<void> {
  await orm.insert(notificationMessages).values({
    key: sql`'letter ' || gen_random_uuid()`,
    type: letter.type,
    payload: { ...letter },
  });
}
