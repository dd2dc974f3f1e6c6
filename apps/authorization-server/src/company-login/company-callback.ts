import type { CompanyLogin } from '@funnel/identity';

const PATH = '/login/company/callback';

export const COMPANY_CALLBACKS = [PATH, `${PATH}/:account`];

/**
 * Where the provider of an account sends people back. Each account has an address of its own, so that no provider is given the code of
 * another one (RFC 9700, 4.4). Accounts of before may share one, if their providers say who they are (RFC 9207).
 */
export function callbackOf({
  accountId,
  hasOwnCallback,
}: Pick<CompanyLogin, 'accountId' | 'hasOwnCallback'>): string {
  return hasOwnCallback ? `${PATH}/${accountId}` : PATH;
}
