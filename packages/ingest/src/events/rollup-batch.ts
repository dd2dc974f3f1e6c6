import { setImmediate as nextTurn } from 'node:timers/promises';
import { countedSubject, EVENT_TYPES, type EventType, GRAINS, type Level, LEVELS } from '@funnel/domain';
import type { CountedEvent } from './add-to-rollups.ts';
import { CellBuilder } from './cell-builder.ts';
import { type Cells, VISITOR_COLUMNS } from './cells.ts';
import { SUBJECT_ID } from './verify-ids.ts';

const COLUMN = Object.fromEntries(EVENT_TYPES.map((type, column) => [type, column])) as Record<
  EventType,
  number
>;

const CELLS_PER_TURN = 1_000;

/** Adds up the events of one website per day; the coarser grains are computed from the days at the end. */
export class RollupBatch {
  readonly #days = Object.fromEntries(
    LEVELS.map((level) => [level, new CellBuilder(level, 'day')]),
  ) as Record<Level, CellBuilder>;

  add(event: CountedEvent): void {
    const { type, day, visitor, revenueCents } = event;
    const column = COLUMN[type];
    for (const level of LEVELS) {
      const subjectId = countedSubject(level, type, event[SUBJECT_ID[level]]);
      if (subjectId === undefined) continue;
      const days = this.#days[level];
      if (column < VISITOR_COLUMNS) days.addVisitor(day, subjectId, column, visitor);
      else days.addOrders(day, subjectId, 1, revenueCents);
    }
  }

  /** The cells of all levels and grains, in the order of the table's key. Other work of the process has its turn in between. */
  async cells(): Promise<Cells[]> {
    const all: Cells[] = [];
    for (const level of LEVELS)
      for (const grain of GRAINS) {
        const cells = this.#days[level].atGrain(grain).build();
        all.push(cells);
        if (cells.length > CELLS_PER_TURN) await nextTurn();
      }
    return all;
  }
}
