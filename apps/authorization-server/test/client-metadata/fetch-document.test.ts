import { describe, expect, test } from '@jest/globals';
import { fetchDocument } from '../../src/client-metadata/fetch-document.ts';
import type { Network } from '@funnel/service';

const PUBLIC = '93.184.216.34';
const CLIENT_ID = 'https://client.example/metadata.json';
const DOCUMENT = { client_id: CLIENT_ID, client_name: 'Example', redirect_uris: ['http://127.0.0.1/cb'] };

/** A network with one response that records the requests. */
function recordingNetwork(addresses: string[], status = 200, body: unknown = DOCUMENT) {
  const requested: string[] = [];
  const network: Network = {
    resolve: async () => addresses,
    async get(url, pinned) {
      requested.push(`${url.hostname} at ${pinned.join(', ')}`);
      return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
    },
  };
  return { requested, network };
}

const fetch = (clientId: string, network: Network) =>
  fetchDocument(clientId, { network, signal: AbortSignal.timeout(60_000) });

describe('the metadata document of a client', () => {
  test('is given up when the name of its host is not resolved in time', async () => {
    const network: Network = {
      resolve: () => new Promise(() => {}),
      get: async () => ({ status: 200, body: '' }),
    };
    const fetching = fetchDocument(CLIENT_ID, { network, signal: AbortSignal.timeout(50) });
    await expect(fetching).rejects.toThrow('The host was not resolved in time.');
  });

  test('is fetched from the addresses that were checked', async () => {
    const { network, requested } = recordingNetwork([PUBLIC, '2606:4700::1111']);
    expect(await fetch(CLIENT_ID, network)).toEqual({
      ...DOCUMENT,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
    });
    expect(requested).toEqual([`client.example at ${PUBLIC}, 2606:4700::1111`]);
  });

  test.each([
    'https://127.0.0.1/c',
    'https://localhost/c',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/c',
    'https://[::ffff:127.0.0.1]/c',
    'https://[fd00:ec2::254]/c',
    'https://2130706433/c',
    'https://0x7f000001/c',
    'https://0x7f.1/c',
    'https://017700000001/c',
    'https://127.1/c',
    'https://10.0.0.5/c',
    'http://client.example/c',
    'file:///etc/passwd',
  ])('at %s is never requested', async (clientId) => {
    const { network, requested } = recordingNetwork(['127.0.0.1']);
    await expect(fetch(clientId, network)).rejects.toThrow();
    expect(requested).toEqual([]);
  });

  test.each([
    [['10.0.0.1']],
    [[PUBLIC, '10.0.0.1']],
    [['::ffff:169.254.169.254']],
    [['64:ff9b::a00:1']],
    [[]],
  ])('of a host that resolves to %j is never requested', async (addresses) => {
    const { network, requested } = recordingNetwork(addresses);
    await expect(fetch(CLIENT_ID, network)).rejects.toThrow('not on the public internet');
    expect(requested).toEqual([]);
  });

  test.each([
    ['a redirect', 302, DOCUMENT],
    ['an error', 404, DOCUMENT],
    ['invalid JSON', 200, '<html>'],
    ['null', 200, 'null'],
    ['the document of another client', 200, { ...DOCUMENT, client_id: 'https://other.example/c' }],
    [
      'a document with a redirect to plain http',
      200,
      { ...DOCUMENT, redirect_uris: ['http://client.example/cb'] },
    ],
    ['a document with a name that is too long', 200, { ...DOCUMENT, client_name: 'n'.repeat(5000) }],
  ])('that is %s is rejected', async (_name, status, body) => {
    const { network } = recordingNetwork([PUBLIC], status, body);
    await expect(fetch(CLIENT_ID, network)).rejects.toThrow();
  });
});
