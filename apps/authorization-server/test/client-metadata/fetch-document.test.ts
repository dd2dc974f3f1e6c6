import { describe, expect, test } from '@jest/globals';
import { fetchDocument } from '../../src/client-metadata/fetch-document.ts';
import type { Network } from '../../src/client-metadata/network.ts';

const PUBLIC = '93.184.216.34';
const CLIENT_ID = 'https://client.example/metadata.json';
const DOCUMENT = { client_id: CLIENT_ID, client_name: 'Example', redirect_uris: ['http://127.0.0.1/cb'] };

/** A network of one answer that notes whom it asked. */
function recordingNetwork(addresses: string[], status = 200, body: unknown = DOCUMENT) {
  const asked: string[] = [];
  const network: Network = {
    resolve: async () => addresses,
    async get(url, pinned) {
      asked.push(`${url.hostname} at ${pinned.join(', ')}`);
      return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
    },
  };
  return { asked, network };
}

const fetch = (clientId: string, network: Network) =>
  fetchDocument(clientId, { network, signal: AbortSignal.timeout(1000) });

describe('the document of a client', () => {
  test('is fetched from the addresses that were checked', async () => {
    const { network, asked } = recordingNetwork([PUBLIC, '2606:4700::1111']);
    expect(await fetch(CLIENT_ID, network)).toEqual({
      ...DOCUMENT,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
    });
    expect(asked).toEqual([`client.example at ${PUBLIC}, 2606:4700::1111`]);
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
  ])('at %s is never asked for', async (clientId) => {
    const { network, asked } = recordingNetwork(['127.0.0.1']);
    await expect(fetch(clientId, network)).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  test.each([
    [['10.0.0.1']],
    [[PUBLIC, '10.0.0.1']],
    [['::ffff:169.254.169.254']],
    [['64:ff9b::a00:1']],
    [[]],
  ])('of a host name that leads to %j is never asked for', async (addresses) => {
    const { network, asked } = recordingNetwork(addresses);
    await expect(fetch(CLIENT_ID, network)).rejects.toThrow('not on the open internet');
    expect(asked).toEqual([]);
  });

  test.each([
    ['a redirect', 302, DOCUMENT],
    ['an error', 404, DOCUMENT],
    ['no JSON', 200, '<html>'],
    ['null', 200, 'null'],
    ['another client', 200, { ...DOCUMENT, client_id: 'https://other.example/c' }],
    ['a redirect in clear', 200, { ...DOCUMENT, redirect_uris: ['http://client.example/cb'] }],
    ['a name without end', 200, { ...DOCUMENT, client_name: 'n'.repeat(5000) }],
  ])('that is %s is refused', async (_name, status, body) => {
    const { network } = recordingNetwork([PUBLIC], status, body);
    await expect(fetch(CLIENT_ID, network)).rejects.toThrow();
  });
});
