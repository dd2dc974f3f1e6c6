import { plainName } from '@funnel/domain';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { TooManyWaiting } from '../client-metadata/waiting-share.ts';
import { NeedsOwnCallback } from './company-provider.ts';

/** Why a login at the provider of a company does not go on, for the person who waits for it. */
export interface ProviderFailure {
  status: number;
  reason: string;
}

/** The answer of the browser is not the one that was asked for. */
export const NOT_ACCEPTED: ProviderFailure = {
  status: 422,
  reason: 'The answer of your company is not valid, is too old or was used before. Start again.',
};
const TOO_MANY: ProviderFailure = {
  status: 503,
  reason: 'The login of your company is slow at the moment. Start again in some seconds.',
};
const NOT_LET_IN: ProviderFailure = {
  status: 422,
  reason: 'Your company has not let you in, or you have cancelled. Ask its administrator, or start again.',
};
const NEEDS_OWN_CALLBACK: ProviderFailure = {
  status: 422,
  reason:
    'The login of your company needs a new redirect address. Ask an owner of the account: the address is on the page “Members”, below “Company login”. Until then, sign in with a password.',
};
const NO_ANSWER: ProviderFailure = {
  status: 503,
  reason: 'The login of your company does not answer. Ask its administrator, or try again.',
};
/** Of `ClientError`: the server was not reached, or something else than a provider has answered. */
const UNREACHED = new Set([
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);
const MAX_CODE_LENGTH = 60;

/** Says what went wrong, and who can do something about it. */
export function describeFailure(error: unknown): ProviderFailure {
  if (error instanceof TooManyWaiting) return TOO_MANY;
  if (error instanceof NeedsOwnCallback) return NEEDS_OWN_CALLBACK;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return refused(error.error);
  const isAnswer = error instanceof ClientError && !UNREACHED.has(error.code);
  return isAnswer ? NOT_ACCEPTED : NO_ANSWER;
}

/** The provider names a reason (RFC 6749). */
function refused(code: string): ProviderFailure {
  if (code === 'access_denied') return NOT_LET_IN;
  if (code === 'invalid_grant') return NOT_ACCEPTED;
  const name = plainName(code, MAX_CODE_LENGTH);
  return {
    status: 422,
    reason: `The login of your company refuses this service (${name}). Show this to its administrator.`,
  };
}
