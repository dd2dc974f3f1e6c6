import { seal } from '@funnel/db';
import { mailDomain } from '@funnel/domain';
import { type AccountMembers, type CompanyLogin, isDomain } from '@funnel/identity';
import { textOf } from '@funnel/pages';
import { callbackOf } from './company-callback.ts';
import { type CompanyProviders, NeedsOwnCallback } from './company-provider.ts';

/** What the settings need; undefined where company logins are off. */
export interface CompanySettings {
  providers: CompanyProviders;
  encryptionKey: Uint8Array;
}

/** An account whose company login an owner sets up. */
interface AskedCompanyLogin {
  account: Pick<AccountMembers, 'id'>;
  /** What somebody gets who signs in for the first time. */
  rights: Pick<CompanyLogin, 'role' | 'websiteIds'>;
  before: CompanyLogin | undefined;
  settings: CompanySettings;
  server: string;
}

const MAX_LENGTH = 1024;

/** Reads the form of an owner, and asks the provider once, so that a mistake shows now and not to the first person who signs in. */
export async function readCompanyLogin(
  body: unknown,
  { account, rights, before, settings, server }: AskedCompanyLogin,
): Promise<{ login: CompanyLogin } | { error: string }> {
  const text = (name: string) => textOf(body, name).trim().slice(0, MAX_LENGTH);
  const [issuer, clientId, secret] = [text('issuer'), text('client_id'), text('client_secret')];
  const domain = mailDomain(text('domain').replace(/^@/, '')) ?? '';
  if (!/^https?:\/\/[^\s#?]+$/.test(issuer) || !URL.canParse(issuer))
    return { error: 'Enter the address of the provider, such as https://login.example.com.' };
  if (clientId === '') return { error: 'Enter the client ID that the provider gave you.' };
  if (!isDomain(domain)) return { error: 'Enter the domain of your e-mail addresses, such as example.com.' };
  const same = before?.issuer === issuer && before.clientId === clientId ? before : undefined;
  // The secret is for the provider that gave it.
  const clientSecret = secret === '' ? same?.clientSecret : seal(secret, settings.encryptionKey);
  if (!clientSecret) return { error: 'Enter the client secret that the provider gave you.' };
  const login = {
    accountId: account.id,
    issuer,
    clientId,
    clientSecret,
    domain,
    isVerified: false,
    // What was registered before this address existed goes on with the other one, until the owner says so.
    hasOwnCallback: !same || same.hasOwnCallback || text('own_callback') === 'yes',
    ...rights,
  };
  const failure = await settings.providers
    .loginAddress(login, { state: '-', nonce: '-', verifier: '-' }, false)
    .then(() => undefined)
    .catch((error: unknown) => error ?? new Error());
  if (failure === undefined) return { login };
  const own = `${server}${callbackOf({ ...login, hasOwnCallback: true })}`;
  return {
    error:
      failure instanceof NeedsOwnCallback
        ? `Your provider does not say who it is (“iss”, RFC 9207), so it needs a redirect address of its own. Register ${own} there, then say so in the form. Nothing was changed.`
        : `No provider of OpenID Connect answers at ${issuer}. Nothing was changed.`,
  };
}
