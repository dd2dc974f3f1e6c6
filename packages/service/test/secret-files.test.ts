import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { introspectionClient, port, readConfig, redis, serviceConfig } from '../src/index.ts';

const SECRET = 'qYx3nT8vB1zKd0LwR5mHc7JpEa2GfUs9';
const schema = serviceConfig({ ...introspectionClient, ...redis, SOME_PORT: port(3000) });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funnel-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileWith(text: string): Promise<string> {
  const file = join(folder, `secret-${Math.random()}`);
  await writeFile(file, text);
  return file;
}

function messageFor(env: Record<string, string>): string {
  try {
    readConfig(schema, env);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

describe('a secret in a file', () => {
  test.each(['', '\n', '\r\n'])('is read without the end of its last line (%j)', async (end) => {
    const file = await fileWith(`${SECRET}${end}`);
    const config = readConfig(schema, { INTROSPECTION_CLIENT_SECRET_FILE: file });
    expect(config.INTROSPECTION_CLIENT_SECRET).toEqual([SECRET]);
  });

  test('keeps everything else: only one line end is removed', async () => {
    const file = await fileWith('redis://127.0.0.1:6379\n');
    const password = await fileWith('\nwith space \n\n');
    const config = readConfig(schema, {
      INTROSPECTION_CLIENT_SECRET: SECRET,
      REDIS_URL_FILE: file,
      REDIS_PASSWORD_FILE: password,
    });
    expect(config.REDIS_PASSWORD).toBe('\nwith space \n');
  });

  test.each<[string, (file: string) => Promise<Record<string, string>>, string]>([
    [
      'given twice',
      async (file) => ({ INTROSPECTION_CLIENT_SECRET_FILE: file, INTROSPECTION_CLIENT_SECRET: SECRET }),
      'INTROSPECTION_CLIENT_SECRET_FILE and INTROSPECTION_CLIENT_SECRET are both set: remove one of them',
    ],
    [
      'in a missing file',
      async (file) => ({ INTROSPECTION_CLIENT_SECRET_FILE: `${file}.missing` }),
      'INTROSPECTION_CLIENT_SECRET_FILE names a file that does not exist: write the path of a file',
    ],
    [
      'in an empty file',
      async () => ({ INTROSPECTION_CLIENT_SECRET_FILE: await fileWith('\n') }),
      'INTROSPECTION_CLIENT_SECRET_FILE names an empty file: write the secret into it',
    ],
    [
      'in a folder',
      async () => ({ INTROSPECTION_CLIENT_SECRET_FILE: folder }),
      'INTROSPECTION_CLIENT_SECRET_FILE names a file that cannot be read (EISDIR): write the path of a file',
    ],
    [
      'too short',
      async () => ({ INTROSPECTION_CLIENT_SECRET_FILE: await fileWith('short') }),
      'The file of INTROSPECTION_CLIENT_SECRET_FILE is too short: expected a secret of at least 32 printable characters; to rotate it, the new one, a comma and the old one',
    ],
    [
      'optional, in a missing file',
      async (file) => ({ INTROSPECTION_CLIENT_SECRET: SECRET, REDIS_URL_FILE: `${file}.missing` }),
      'REDIS_URL_FILE names a file that does not exist: write the path of a file',
    ],
  ])('stops the start with a clear sentence if it is %s', async (_, environment, sentence) => {
    const env = await environment(await fileWith(SECRET));
    expect(messageFor(env)).toBe(`Invalid environment variables:\n  ${sentence}`);
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? test.skip : test)('says that a file may not be read', async () => {
    const file = await fileWith(SECRET);
    await chmod(file, 0);
    expect(messageFor({ INTROSPECTION_CLIENT_SECRET_FILE: file })).toContain('this process may not read');
  });

  test('never repeats the path, which may be a misplaced secret', () => {
    expect(messageFor({ INTROSPECTION_CLIENT_SECRET_FILE: SECRET })).not.toContain(SECRET);
  });

  test('is only read for a secret: other variables have no file', async () => {
    const file = await fileWith('4000');
    const config = readConfig(schema, { INTROSPECTION_CLIENT_SECRET: SECRET, SOME_PORT_FILE: file });
    expect(config.SOME_PORT).toBe(3000);
  });
});
