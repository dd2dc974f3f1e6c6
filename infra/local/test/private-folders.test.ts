import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { privateFolder } from '../src/start/private-folder.ts';
import { startService } from '../src/start/service-process.ts';
import { SERVICES } from '../src/start/services.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('logs are readable for nobody else, also those that were', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-private-'));
  try {
    const [logs, service] = [join(folder, 'logs'), SERVICES[0]];
    if (!service) throw new Error('there is no service');
    mkdirSync(logs, { mode: 0o755 });
    const file = join(logs, `${service.app}.log`);
    writeFileSync(file, 'of an earlier version\n');
    chmodSync(file, 0o644);
    for (const existing of [true, false]) {
      if (!existing) rmSync(logs, { recursive: true });
      await privateFolder(logs);
      // There is no program to run: what counts is where it would write.
      const started = startService({ root: folder, localDir: folder, service, port: 1, env: process.env });
      await started.ended;
      expect([modeOf(logs), modeOf(file)]).toEqual(['700', '600']);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
