import { dropDatabase } from '../../bench-database.ts';
import { measureTraffic } from '../../scale/measure-traffic.ts';
import { spaceRows } from '../../scale/space-rows.ts';
import type { Row } from '../report/table.ts';
import type { Stage } from './stage.ts';

/** The space of an event; `npm run -s bench -- scale traffic` measures more websites. */
export async function measureSpace({ store, settings }: Stage): Promise<Row[]> {
  const server = await store.product(settings.events);
  try {
    return spaceRows(await measureTraffic(server, [settings.space]));
  } finally {
    await dropDatabase(server, 'traffic_0');
  }
}
