import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICES, startTrialProduct } from '@funnel/local';
import { say } from '../../bench-context.ts';
import { memoryOf } from '../../process-memory.ts';
import { spreadOf } from '../measure/statistics.ts';
import { formatValue, type Row } from '../report/table.ts';
import type { Stage } from './stage.ts';

const MAX_MEGABYTES = 60;

/** The memory of each service a minute after its start, without a request: all of them, on a PostgreSQL of their own. */
export async function measureIdleMemory({ root, store, settings, defer }: Stage): Promise<Row[]> {
  const folder = join(store.folder, 'idle');
  const remove = () => rm(folder, { recursive: true, force: true });
  defer(remove);
  const starting = startTrialProduct(root, folder);
  defer(async () => (await starting.catch(() => undefined))?.stop());
  const product = await starting;
  try {
    say(`All services without a request for ${settings.idleMs / 1000} s`);
    await sleep(settings.idleMs);
    return await Promise.all(
      SERVICES.map(async ({ app }): Promise<Row> => {
        const memory = await memoryOf(product.pids.get(app));
        return {
          what: `idle memory, ${app}`,
          against: '',
          unit: 'MB',
          target: { atMost: MAX_MEGABYTES },
          measured: memory ? spreadOf([memory.resident]) : null,
          detail: memory
            ? `${formatValue(memory.anonymous, 'MB')} of it not shared with other processes`
            : '',
        };
      }),
    );
  } finally {
    await product.stop();
    await remove();
  }
}
