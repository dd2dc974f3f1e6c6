import { callerOf } from '@funnel/auth';
import type { OperationContext } from './operation.ts';
import type { OperationRequest } from './request.ts';

type ReadForContext = Pick<
  OperationContext,
  'database' | 'connection' | 'websites' | 'withNotes' | 'withExtras' | 'compareWith'
>;

export function operationContext(
  { now, encryptionKey, notifications, linkPasswords, principal, address }: OperationRequest,
  read: ReadForContext,
): OperationContext {
  const caller = callerOf(principal, address);
  return {
    ...read,
    now,
    encryptionKey,
    notifications,
    linkPasswords,
    caller,
    person: personOf(principal, caller.actorId),
    get website() {
      const [website, ...others] = read.websites;
      if (!website || others.length > 0) throw new Error('This operation is not about one website');
      return website;
    },
  };
}

function personOf({ person }: OperationRequest['principal'], id: number | null): OperationContext['person'] {
  return person && id !== null ? { id, ...person } : undefined;
}
