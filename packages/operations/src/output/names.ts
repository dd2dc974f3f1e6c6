import type { SubjectNames } from '../notes/note.ts';

interface Subject {
  id: number;
  name: string | null;
}

/** The names of steps and elements, which bodies do not show. */
export function namesOf({
  steps = [],
  elements = [],
}: {
  steps?: readonly Subject[];
  elements?: readonly Subject[];
}): SubjectNames {
  return { steps: byId(steps), elements: byId(elements) };
}

function byId(subjects: readonly Subject[]): Record<string, string> {
  return Object.fromEntries(subjects.flatMap(({ id, name }) => (name?.trim() ? [[id, name] as const] : [])));
}
