import { EVENT_TYPES, type EventType, GRAINS, type Level, LEVELS, SKETCHED_METRICS } from '@funnel/domain';
import type { CountedEvent } from './add-to-rollups.ts';
import { type Cell, Cells } from './cells.ts';
import { SUBJECT_ID } from './verify-ids.ts';

const SKETCHED_COLUMNS = SKETCHED_METRICS.length;
const COLUMN = Object.fromEntries(EVENT_TYPES.map((type, column) => [type, column])) as Record<
  EventType,
  number
>;

/** Adds up the events of one website per day; the coarser grains are computed from the days at the end. */
export class RollupBatch {
  readonly #days = Object.fromEntries(LEVELS.map((level) => [level, new Cells(level, 'day')])) as Record<
    Level,
    Cells
  >;

  add(event: CountedEvent): void {
    const column = COLUMN[event.type];
    for (const level of LEVELS) {
      const subjectId = event[SUBJECT_ID[level]];
      if (subjectId === undefined) continue;
      // Elements have no views of their own: reports read them from the step.
      if (level === 'element' && event.type === 'view') continue;
      const days = this.#days[level];
      const cell = days.numberOf(event.day, subjectId);
      days.addCount(cell, column, 1);
      if (column < SKETCHED_COLUMNS) days.addVisitor(cell, column, event.visitor);
      else days.addRevenue(cell, event.revenueCents);
    }
  }

  /** The cells of all levels and grains, in the order of the table's key. */
  cells(): Cell[] {
    return LEVELS.flatMap((level) =>
      GRAINS.flatMap((grain) => this.#days[level].atGrain(grain).inKeyOrder()),
    );
  }
}
