import { randomUUID } from 'node:crypto';
import { type Database, requireUse, takeUse } from '@funnel/db';
import { ASKING, REPEATED } from '@funnel/notifications';
import type { OperationContext } from '../operation.ts';
import { invalidField } from '../read-body.ts';

type Orm = Pick<Database, 'orm'>;

/** Throws for a request that was made before: reloading a page sends its form again. */
export async function refuseRepeated(
  database: Orm,
  requestId: string | undefined,
  { caller: { actorId, clientId } }: OperationContext,
): Promise<void> {
  if (requestId === undefined) return;
  const of = `person ${actorId} client ${clientId} request ${requestId}`;
  if (await takeUse(database, REPEATED, { of, use: randomUUID() })) return;
  throw invalidField('request_id', 'request_id was sent before: nothing was created again.');
}

/** Throws if a person has had too many strangers asked whether messages may be sent to them. */
export async function limitAsking(database: Orm, userId: number): Promise<void> {
  const detail = 'You have added many addresses in the last hour. Wait a while, then try again.';
  const use = { of: `person ${userId}`, use: randomUUID(), detail, parameter: 'email' };
  await requireUse(database, ASKING, use);
}
