import { spreadOf } from '../performance/measure/statistics.ts';
import type { Row } from '../performance/report/table.ts';
import type { SpaceResult } from './measure-traffic.ts';

/** The targets are for any website with so many: with fewer visitors a day, the rows of a day outweigh its events. */
const TARGET_VISITORS = 1_000;
const MAX_BYTES = { totals: 65, ledger: 60 };

/** The space that an event takes: for good in the totals, for 35 days in the ledger. */
export function spaceRows(results: readonly SpaceResult[]): Row[] {
  return results
    .filter(({ folds }) => folds === 1)
    .flatMap(({ website, visitors, days, events, totalsBytesPerEvent, ledgerBytesPerEvent }) => {
      const rowOf = (table: keyof typeof MAX_BYTES, bytes: number): Row => ({
        what: `${table}, a website with ${website} and ${visitors.toLocaleString('en')} visitors a day, an event`,
        against: '',
        unit: 'bytes',
        ...(visitors === TARGET_VISITORS && { target: { atMost: MAX_BYTES[table] } }),
        measured: spreadOf([bytes]),
        detail: `${events.toLocaleString('en')} events on ${days} days`,
      });
      return [rowOf('totals', totalsBytesPerEvent), rowOf('ledger', ledgerBytesPerEvent)];
    });
}
