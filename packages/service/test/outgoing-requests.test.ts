import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress, network } from '../src/http/outgoing-requests.ts';

let server: Server;
let port: number;
let requested: string[] = [];
beforeAll(async () => {
  server = createServer((req, res) => {
    requested.push(`${req.headers.host} ${req.url}`);
    if (req.url === '/redirect') res.writeHead(302, { Location: '/other' }).end();
    else if (req.url === '/large') res.end('x'.repeat(17 * 1024));
    else if (req.url === '/endless') res.write('x');
    else if (req.url !== '/silent') res.end('the document');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (path: string, timeoutMs = 30_000) =>
  network.get(new URL(`http://name.invalid:${port}${path}`), ['127.0.0.1'], AbortSignal.timeout(timeoutMs));

describe('network', () => {
  test('connects to the given address, not to what the name resolves to', async () => {
    requested = [];
    expect(await get('/document')).toMatchObject({ status: 200, body: 'the document' });
    expect(requested).toEqual([`name.invalid:${port} /document`]);
  });

  test('does not follow redirects', async () => {
    requested = [];
    expect((await get('/redirect')).status).toBe(302);
    expect(requested).toHaveLength(1);
  });

  test('rejects a body over 16 KB', async () => {
    await expect(get('/large')).rejects.toThrow('too large');
  });

  test.each(['/silent', '/endless'])('stops waiting for %s when the signal aborts', async (path) => {
    await expect(get(path, 200)).rejects.toThrow();
  });

  test('resolves a name to all its addresses', async () => {
    expect(await network.resolve('localhost')).toEqual(expect.arrayContaining(['127.0.0.1']));
  });
});

describe('isPublicAddress', () => {
  test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
});
