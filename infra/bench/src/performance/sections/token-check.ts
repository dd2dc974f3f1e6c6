import type { HttpCallers } from '../measure/http-callers.ts';
import { inTurns } from '../measure/turns.ts';
import { ratios, spreadOf } from '../measure/statistics.ts';
import { formatValue } from '../report/table.ts';
import type { Row } from '../report/row.ts';
import type { Stage } from './stage.ts';

/**
 * The row about checking a token. To measure it in another way, replace this function: `floors.ts` only uses its row.
 */
export async function tokenCheckRow({ floor, settings }: Stage, callers: HttpCallers): Promise<Row> {
  const { authenticated, bare } = await inTurns(
    {
      bare: async () => (await callers.loadFor(floor.bare, settings.sliceMs)).perSecond,
      authenticated: async () => (await callers.loadFor(floor.authenticated, settings.sliceMs)).perSecond,
    },
    settings,
  );
  const [pace, barePace] = [authenticated, bare].map((values) =>
    formatValue(spreadOf(values).median, 'requests'),
  );
  return {
    what: `token check: handler with authentication, ${callers.count} callers, pace`,
    against: 'the handler without it',
    unit: 'times',
    target: { atLeast: 0.45 },
    measured: spreadOf(ratios(authenticated, bare)),
    detail: `${pace}/s against ${barePace}/s`,
  };
}
