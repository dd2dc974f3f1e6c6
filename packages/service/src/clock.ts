export type Clock = () => Date;

/** The clock of windows and calendars: the pinned instant where there is one, else the wall clock. */
export function createClock(pinned: Date | undefined, wallClock: Clock): Clock {
  return pinned ? () => new Date(pinned) : wallClock;
}
