import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';

/** What `sslmode` of an address may be, as for every program of PostgreSQL. */
export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** No connection for reasons of TLS. Its code is that of a failed connection: see isTemporaryFailure. */
export class TlsError extends Error {
  override readonly name = 'TlsError';
  readonly code = 'CONNECTION_TLS';
}

/** An address without the parameters about TLS, and what they say. */
export interface TlsAddress {
  url: string;
  /** Undefined if they say nothing: then the driver decides. */
  ssl: undefined | false | 'prefer' | 'require' | ConnectionOptions;
}

/**
 * Reads `sslmode` and `sslrootcert` of an address, with the meaning that psql gives them: `verify-full` checks the certificate and the
 * name of the server. Without `sslrootcert`, or with `system`, it trusts the CAs that Node knows, and those of NODE_EXTRA_CA_CERTS.
 * @example
 * const { url, ssl } = readTls('postgres://db.example.com/funnel?sslmode=require');
 * assert.equal(url, 'postgres://db.example.com/funnel');
 * assert.equal(ssl, 'require');
 */
export function readTls(address: string): TlsAddress {
  const url = new URL(address);
  const [mode, file] = [modeOf(url), url.searchParams.get('sslrootcert')];
  if (mode === undefined && file === null) return { url: address, ssl: undefined };
  url.searchParams.delete('sslmode');
  url.searchParams.delete('sslrootcert');
  return { url: url.href, ssl: tlsOf(mode, file, hostOf(url)) };
}

/**
 * The machine that `address` leads to if nobody checks that it is the right one: a machine elsewhere, without `sslmode=verify-full`
 * or `verify-ca`. A name without a dot, such as `postgres`, is taken for a private network of containers.
 * @example
 * assert.equal(unverifiedHost('postgres://db.example.com/funnel?sslmode=require'), 'db.example.com');
 * assert.equal(unverifiedHost('postgres://postgres:5432/funnel'), undefined);
 */
export function unverifiedHost(address: string): string | undefined {
  const url = new URL(address);
  const host = hostOf(url);
  const isVerified = modeOf(url)?.startsWith('verify-') || url.searchParams.has('sslrootcert');
  return isVerified || isNear(host) ? undefined : host;
}

/** An address that stays on this machine, or in a private network of containers. */
function isNear(host: string): boolean {
  if (isIP(host)) return host.startsWith('127.') || host === '::1';
  return !host.includes('.') || host.startsWith('/') || host.endsWith('.localhost');
}

function hostOf({ hostname }: URL): string {
  return decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
}

function modeOf({ searchParams }: URL): (typeof SSL_MODES)[number] | undefined {
  const given = searchParams.get('sslmode');
  if (given === null) return searchParams.get('sslrootcert') === 'system' ? 'verify-full' : undefined;
  const mode = SSL_MODES.find((known) => known === given);
  if (!mode) throw new TlsError(`sslmode of DATABASE_URL must be one of ${SSL_MODES.join(', ')}`);
  return mode;
}

function tlsOf(
  mode: (typeof SSL_MODES)[number] | undefined,
  file: string | null,
  host: string,
): TlsAddress['ssl'] {
  switch (mode) {
    case 'disable':
      return false;
    case 'verify-full':
      // Node compares with the name that it sends to the server, and it sends none if the host is a number.
      return {
        ...trusted(file),
        checkServerIdentity: (name, certificate) =>
          checkServerIdentity(isIP(host) ? host : name, certificate),
      };
    case 'verify-ca':
      return { ...trusted(file), checkServerIdentity: () => undefined };
    case 'allow':
    case 'prefer':
      return 'prefer';
    default:
      // As psql does: with the certificate of a CA, `require` checks it.
      return file === null ? 'require' : tlsOf('verify-ca', file, host);
  }
}

function trusted(file: string | null): ConnectionOptions {
  if (file === null || file === 'system') return {};
  let ca: string;
  try {
    ca = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new TlsError(`sslrootcert of DATABASE_URL names a file that cannot be read (${code}): ${file}`, {
      cause: error,
    });
  }
  if (!ca.includes('-----BEGIN CERTIFICATE-----'))
    throw new TlsError(
      `sslrootcert of DATABASE_URL names a file without a certificate in PEM format: ${file}`,
    );
  return { ca };
}

/** Codes of Node for a certificate whose CA it does not trust. */
const UNTRUSTED =
  /^(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_SIGNATURE_FAILURE|CERT_UNTRUSTED)$/;

/** What to do about a connection that TLS has refused; undefined for any other error. */
export function tlsAdvice(error: unknown): string | undefined {
  const { code = '', message } = error as { code?: string; message: string };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of PostgreSQL is for another name: write that name into DATABASE_URL, or make a certificate for this one (${message})`;
  if (UNTRUSTED.test(code))
    return `The certificate of PostgreSQL is not signed by a CA that this process trusts: append sslrootcert=FILE to DATABASE_URL, a file with the certificate of its CA (${message})`;
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of PostgreSQL has expired: renew it (${message})`;
  if (code === 'ECONNRESET' && message.includes('before secure TLS connection'))
    return `PostgreSQL ended the connection before TLS began: set ssl = on there, or sslmode=disable in DATABASE_URL in a private network (${message})`;
  return undefined;
}
