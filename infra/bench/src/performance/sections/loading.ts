import { measureBackfill } from '../../ingest/measure-backfill.ts';
import type { Row } from '../report/table.ts';
import type { Stage } from './stage.ts';

/** Loading a file of two years; `npm run -s bench -- ingest backfill` measures nothing else. */
export async function measureLoading({ root, store, settings, defer }: Stage): Promise<Row[]> {
  const databaseUrl = await store.product(settings.events);
  return measureBackfill({ root, folder: store.folder, databaseUrl, defer }, settings.loadEvents);
}
