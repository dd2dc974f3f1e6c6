import { ServiceError } from '@funnel/domain';
import type { OperationContext } from './operation.ts';

/** The person that a token acts for. Throws for a token of nobody: of a program, or of another authorization server. */
export function requirePerson({ caller }: Pick<OperationContext, 'caller'>): number {
  if (caller.actorId !== null) return caller.actorId;
  throw new ServiceError(
    'forbidden',
    'This needs the token of a person who owns an account. This token acts for no person.',
  );
}
