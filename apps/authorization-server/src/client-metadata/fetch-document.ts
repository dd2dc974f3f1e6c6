import { parseJson } from '@funnel/domain';
import type { z } from 'zod';
import { registrationRequest } from '../registration/registration-request.ts';
import { type Network, publicAddresses } from '@funnel/service';

/** The metadata document of a client, validated like a registration. */
export type ClientDocument = z.output<typeof registrationRequest> & { client_id: string };

export interface FetchDocumentOptions {
  network: Network;
  signal: AbortSignal;
}

/** The reason why a document is not available: for the log, never for the caller. */
class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/**
 * Fetches the metadata document of a client from its client id, which anyone can choose. Only public addresses are
 * contacted, and exactly those that were checked.
 */
export async function fetchDocument(
  clientId: string,
  { network, signal }: FetchDocumentOptions,
): Promise<ClientDocument> {
  const url = new URL(clientId);
  if (url.protocol !== 'https:') throw new DocumentError('The client id is not an https address.');
  const addresses = await publicAddresses(url.hostname, network, signal);
  const { status, body } = await network.get(url, addresses, signal);
  if (status !== 200) throw new DocumentError(`The server returned status ${status}.`);
  return readDocument(clientId, parse(body));
}

/** Validates the document like a registration request; such a client has no secret. */
function readDocument(clientId: string, document: unknown): ClientDocument {
  if ((document as { client_id?: unknown } | null | undefined)?.client_id !== clientId) {
    throw new DocumentError('The document belongs to another client.');
  }
  const { data, error } = registrationRequest.safeParse(document);
  if (!data) throw new DocumentError('The document is not valid.', { cause: error });
  return { token_endpoint_auth_method: 'none', ...data, client_id: clientId };
}

function parse(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}
