import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8');

test('the command of the README packs a client that npm can install', () => {
  const [, command = ''] = /```sh\n([^`]+? pack)\n```/.exec(readme) ?? [];
  expect(command).toContain('npm run -s build\n');
  const folder = mkdtempSync(join(tmpdir(), 'funnel-pack-'));
  try {
    const script = `set -e\n${command} --pack-destination '${folder}'`;
    execFileSync('sh', ['-c', script], { cwd: root, env: { ...process.env, NODE_OPTIONS: '' } });
    const [packed = ''] = readdirSync(folder);
    expect(packed).toMatch(/^funnel-client-\d+\.\d+\.\d+\.tgz$/);
    execFileSync('tar', ['-xzf', packed], { cwd: folder });
    const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8')) as {
      exports: { '.': { default: string } };
      dependencies: Record<string, string>;
    };
    // Not `catalog:`, which only pnpm knows.
    expect(manifest.dependencies['openapi-fetch']).toMatch(/^\d+\.\d+\.\d+$/);
    const entry = readFileSync(join(folder, 'package', manifest.exports['.'].default), 'utf8');
    expect(entry).toContain('createClient');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
