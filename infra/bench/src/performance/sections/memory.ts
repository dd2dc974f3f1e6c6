import { residentMegabytes } from '../../usage.ts';
import { questionOf } from '../questions.ts';
import { spreadOf } from '../measure/statistics.ts';
import type { Row } from '../report/table.ts';
import { say } from '../../bench-context.ts';
import { measureIdleMemory } from './idle-memory.ts';
import type { Stage } from './stage.ts';

const PARTS = 10;

/** The memory of all services when idle, and of the REST API while it answers many requests. */
export async function measureMemory(stage: Stage): Promise<Row[]> {
  return [...(await measureIdleMemory(stage)), await measureMemoryUnderLoad(stage)];
}

/** For information: a leak shows as a steady climb. */
async function measureMemoryUnderLoad({ http, callers, settings }: Stage): Promise<Row> {
  const { REST_API_RESOURCE: rest } = http.services.addresses;
  const target = http.rest(questionOf('website_30'));
  const memory = [await residentMegabytes(rest)];
  for (let part = 1; part <= PARTS; part++) {
    await callers.loadWith(target, settings.memoryRequests / PARTS);
    memory.push(await residentMegabytes(rest));
    say(`${(settings.memoryRequests / PARTS) * part} requests: ${memory.at(-1)} MB`);
  }
  return {
    what: `memory of the REST API after ${settings.memoryRequests.toLocaleString('en')} requests`,
    against: '',
    unit: 'MB',
    measured: spreadOf(memory.slice(-1)),
    detail: `after each tenth: ${memory.join(', ')}`,
  };
}
