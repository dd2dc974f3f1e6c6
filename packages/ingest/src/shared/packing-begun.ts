import type { Connection } from '@funnel/db';
import { bool } from '@funnel/db/sql';
import { statement } from './statement.ts';

const readBegin = statement('has-packing-begun', {}, { has_begun: bool() });

/** Whether anything may be packed yet. Until then the version before can be started again: docs/operate/update.md. */
export async function hasPackingBegun(connection: Connection): Promise<boolean> {
  const [row] = await readBegin(connection, {});
  return row?.has_begun === true;
}
