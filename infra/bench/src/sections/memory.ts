import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICES, startTrialProduct } from '@funnel/local';
import { spreadOf } from '../measure/statistics.ts';
import { memoryOf, residentMegabytes } from '../measure/usage.ts';
import { questionOf } from '../product/questions.ts';
import { formatValue, type Row } from '../report/table.ts';
import { say, type Stage } from '../stage.ts';

const MAX_IDLE_MEGABYTES = 60;
const PARTS = 10;

/** The memory of all services when idle, and of the REST API while it answers many requests. */
export async function measureMemory(stage: Stage): Promise<Row[]> {
  return [...(await measureIdle(stage)), await measureUnderLoad(stage)];
}

/** Each service a minute after its start, without a request: all of them, on a PostgreSQL of their own. */
async function measureIdle({ root, store, settings, defer }: Stage): Promise<Row[]> {
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
          target: { atMost: MAX_IDLE_MEGABYTES },
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

/** For information: a leak shows as a steady climb. */
async function measureUnderLoad({ http, callers, settings }: Stage): Promise<Row> {
  const { REST_API_RESOURCE: rest } = http.services.addresses;
  const target = http.rest(questionOf('website_30'));
  const memory = [await residentMegabytes(rest)];
  for (let part = 1; part <= PARTS; part++) {
    await callers.loadWith(target, settings.memoryRequests / PARTS);
    memory.push(await residentMegabytes(rest));
  }
  return {
    what: `memory of the REST API after ${settings.memoryRequests.toLocaleString('en')} requests`,
    against: '',
    unit: 'MB',
    measured: spreadOf(memory.slice(-1)),
    detail: `after each tenth: ${memory.join(', ')}`,
  };
}
