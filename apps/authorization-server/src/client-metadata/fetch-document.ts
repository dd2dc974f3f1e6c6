import { isIP } from 'node:net';
import type { z } from 'zod';
import { registrationRequest } from '../registration/registration-request.ts';
import type { Network } from './network.ts';
import { isPublicAddress } from './public-address.ts';

export type ClientDocument = z.output<typeof registrationRequest> & { client_id: string };

export interface FetchDocumentOptions {
  network: Network;
  signal: AbortSignal;
}

/** Why a client's document could not be had: for the log, never for the caller. */
class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/**
 * The document at a client id, whoever chose it: from the open internet alone, and from the very addresses that were
 * checked.
 */
export async function fetchDocument(
  clientId: string,
  { network, signal }: FetchDocumentOptions,
): Promise<ClientDocument> {
  const url = new URL(clientId);
  if (url.protocol !== 'https:') throw new DocumentError('The address is not on https.');
  const addresses = await publicAddresses(url.hostname, network);
  const { status, body } = await network.get(url, addresses, signal);
  if (status !== 200) throw new DocumentError(`The answer is ${status}.`);
  return readDocument(clientId, parse(body));
}

/** One private address among them is one too many: which is taken is not ours to say. */
async function publicAddresses(hostname: string, network: Network): Promise<string[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(literal) ? [literal] : await network.resolve(hostname);
  if (addresses.length === 0 || !addresses.every((address) => isPublicAddress(address))) {
    throw new DocumentError('The host is not on the open internet.');
  }
  return addresses;
}

/** As much as a client may say that registers itself; it has no secret. */
function readDocument(clientId: string, document: unknown): ClientDocument {
  if ((document as { client_id?: unknown } | null | undefined)?.client_id !== clientId) {
    throw new DocumentError('The document names another client.');
  }
  const { data, error } = registrationRequest.safeParse(document);
  if (!data) throw new DocumentError('The document is not valid.', { cause: error });
  return { token_endpoint_auth_method: 'none', ...data, client_id: clientId };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
