import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { keepingMailer } from '../../src/work.ts';

test('mails that are kept are readable for nobody else: their links act for their readers', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'funnel-mails-'));
  try {
    const folder = join(parent, 'mail');
    const mailer = keepingMailer({ folder, from: 'funnel@example.com' });
    const mail = { messageId: 'a@x', to: 'ann@example.com', subject: 'Hi', text: 'Hi', html: 'Hi' };
    expect(await mailer.send({ ...mail, unsubscribe: undefined })).toMatchObject({ outcome: 'sent' });
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const modes = readdirSync(folder).map((name) => modeOf(join(folder, name)));
    expect([modeOf(folder), ...modes]).toEqual(['700', '600', '600']);
  } finally {
    rmSync(parent, { recursive: true });
  }
});
