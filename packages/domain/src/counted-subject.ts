import type { EventType, Level } from './vocabulary.ts';

/**
 * Where an event counts: at every level that has an id of it. Undefined if it does not count there. Elements have no views of
 * their own: reports read them from the step.
 * @example
 * assert.equal(countedSubject('step', 'view', 7), 7);
 * assert.equal(countedSubject('element', 'view', 7), undefined);
 * assert.equal(countedSubject('element', 'order', null), undefined);
 */
export function countedSubject(
  level: Level,
  type: EventType,
  subjectId: number | null | undefined,
): number | undefined {
  return level === 'element' && type === 'view' ? undefined : (subjectId ?? undefined);
}
