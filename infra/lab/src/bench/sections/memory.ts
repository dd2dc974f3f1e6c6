import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICES } from '@funnel/local';
import { startProduct } from '../../trial.ts';
import { spreadOf } from '../measure/statistics.ts';
import { memoryOf } from '../measure/usage.ts';
import { formatValue, type Row } from '../report/table.ts';
import { say } from '../../trial.ts';
import type { Stage } from '../stage.ts';

const MAX_IDLE_MEGABYTES = 60;

/** The memory of each service a minute after its start, without a request: all of them, on a PostgreSQL of their own. */
export async function measureMemory({ root, store, settings, defer }: Stage): Promise<Row[]> {
  const folder = join(store.folder, 'idle');
  defer(() => rm(folder, { recursive: true, force: true }));
  const product = await startProduct({ root, folder, defer });
  say(`All services without a request for ${settings.idleMs / 1000} s`);
  await sleep(settings.idleMs);
  const rows = await Promise.all(
    SERVICES.map(async ({ app }): Promise<Row> => {
      const memory = await memoryOf(product.pids.get(app));
      return {
        what: `idle memory, ${app}`,
        unit: 'MB',
        target: { atMost: MAX_IDLE_MEGABYTES },
        measured: memory ? spreadOf([memory.resident]) : null,
        detail: memory && `${formatValue(memory.anonymous, 'MB')} of it not shared with other processes`,
      };
    }),
  );
  await product.stop();
  return rows;
}
