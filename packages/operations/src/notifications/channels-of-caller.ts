import {
  type Caller,
  type Connection,
  type Database,
  inWebsiteTransaction,
  type MemberRole,
  ormOn,
  rolesOfPerson,
  statePerson,
} from '@funnel/db';
import { ServiceError, type WebsiteId } from '@funnel/domain';
import type { ChannelActor, ChannelScope, ChannelSettings } from '@funnel/notifications';
import type { OperationContext } from '../operation.ts';

/** The person whom a token covers. */
interface ChannelPerson {
  id: number;
  email: string | undefined;
  isVerified: boolean;
  /** What they may do, by account. */
  roles: ReadonlyMap<number, MemberRole>;
}

/** What a caller may see and change, inside one transaction. */
export interface ChannelsOfCaller {
  database: Pick<Database, 'orm'>;
  connection: Connection;
  scope: ChannelScope;
  /** For the audit log. */
  by: ChannelActor;
  /** Set if the token covers its person: then it is about all that is the person's own, and what the accounts have that they own. */
  person: ChannelPerson | undefined;
  settings: ChannelSettings;
  /** Whether the caller may know what a channel did about a website: the channel may have been about others before. */
  sees: (websiteId: WebsiteId) => boolean;
}

/**
 * Runs work on the channels of a caller; throws if this service sends no notifications. Those of a program are about its websites, and only its person's if it acts for one. A token that
 * covers its person sees what the person sees.
 */
export function withChannels<Result>(
  context: OperationContext,
  work: (channels: ChannelsOfCaller) => Promise<Result>,
): Promise<Result> {
  const { database, websites, caller, notifications: settings } = context;
  if (!settings)
    throw new ServiceError(
      'not_found',
      'This installation does not send notifications. Its operator switches them on with NOTIFICATIONS_ENCRYPTION_KEY.',
    );
  const websiteIds = websites.map(({ id }) => id);
  const run = async (connection: Connection) => {
    const orm = ormOn(connection);
    const person = await stated(context, connection);
    const scope = person ? { userId: person.id } : { websiteIds, forUser: caller.actorId };
    const sees = (id: WebsiteId) => person !== undefined || websiteIds.includes(id);
    return work({
      database: { orm },
      connection,
      scope,
      by: actorOf(caller, person),
      person,
      settings,
      sees,
    });
  };
  // The data of the websites is not read, so no machine of theirs has to answer.
  return inWebsiteTransaction(database, websiteIds, run, []);
}

async function stated(
  { person }: OperationContext,
  connection: Connection,
): Promise<ChannelPerson | undefined> {
  if (!person) return undefined;
  statePerson(connection, person.id);
  const { id, isVerified } = person;
  const email = person.email ?? undefined;
  return { id, email, isVerified, roles: await rolesOfPerson(ormOn(connection), id) };
}

/** A person does it by themselves, whichever page of ours they use. */
function actorOf({ actorId, clientId, address }: Caller, person: ChannelPerson | undefined): ChannelActor {
  return person ? { actorId, address, email: person.email } : { actorId, clientId, address };
}

/** The error for a channel that does not exist, or is not the caller's. */
export function noChannel(): ServiceError {
  return new ServiceError(
    'not_found',
    'There is no such channel about the websites of this token. List the channels to see those that it can change.',
    { parameter: 'id' },
  );
}
