import { type Caller, type Connection, type Database, inWebsiteTransaction, ormOn } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import type { ChannelActor, ChannelScope } from '@funnel/notifications';
import type { OperationContext } from '../operation.ts';

/** What a program may see and change, inside one transaction. */
export interface ChannelsOfCaller {
  database: Pick<Database, 'orm'>;
  connection: Connection;
  scope: ChannelScope;
  /** For the audit log. */
  by: ChannelActor;
}

/** Runs work on the channels of a program: those about its websites, and only its person's if it acts for one. */
export function withChannels<Result>(
  { database, websites, caller }: OperationContext,
  work: (channels: ChannelsOfCaller) => Promise<Result>,
): Promise<Result> {
  const websiteIds = websites.map(({ id }) => id);
  const scope = { websiteIds, forUser: caller.actorId };
  // The data of the websites is not read, so no machine of theirs has to answer.
  return inWebsiteTransaction(
    database,
    websiteIds,
    (connection) => work({ database: { orm: ormOn(connection) }, connection, scope, by: actorOf(caller) }),
    [],
  );
}

function actorOf({ actorId, clientId, address }: Caller): ChannelActor {
  return { actorId, clientId, address };
}

/** The error for a channel that does not exist, or is not the caller's. */
export function noChannel(): ServiceError {
  return new ServiceError(
    'not_found',
    'There is no such channel about the websites of this token. List the channels to see those that it can change.',
    { parameter: 'id' },
  );
}
