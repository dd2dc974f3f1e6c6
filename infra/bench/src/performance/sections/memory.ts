import { HttpCallers } from '../measure/http-callers.ts';
import { questionOf } from '../questions.ts';
import type { SectionResult } from '../report/results.ts';
import { single } from '../report/row.ts';
import { say } from '../say.ts';
import type { Stage } from './stage.ts';

const CALLERS = 16;
const PARTS = 10;

/** The memory of the REST API while it answers many requests. For information: a leak shows as a steady climb. */
export async function measureMemory({ http, settings }: Stage): Promise<SectionResult> {
  const { REST_API_RESOURCE: rest } = http.services.addresses;
  const target = http.rest(questionOf('website_30'));
  const callers = new HttpCallers(CALLERS);
  try {
    const memory = [await residentMegabytes(rest)];
    for (let part = 1; part <= PARTS; part++) {
      await callers.loadWith(target, settings.memoryRequests / PARTS);
      memory.push(await residentMegabytes(rest));
      say(`${(settings.memoryRequests / PARTS) * part} requests: ${memory.at(-1)} MB`);
    }
    return {
      rows: [
        {
          what: `memory of the REST API after ${settings.memoryRequests.toLocaleString('en')} requests`,
          against: '',
          unit: 'MB',
          measured: single(memory.at(-1) ?? 0),
          detail: `after each tenth: ${memory.join(', ')}`,
        },
      ],
      memory,
    };
  } finally {
    callers.close();
  }
}

async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes\S* (\S+)$/m.exec(metrics) ?? [];
  return Math.round(Number(bytes) / 1e6);
}
