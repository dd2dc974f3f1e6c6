/** A step or element as the catalog has it. */
export interface NamedSubject {
  id: number;
  name: string | null;
}

/** Names that a body does not show, by id. */
export interface SubjectNames {
  steps: Readonly<Record<string, string>>;
  elements: Readonly<Record<string, string>>;
}

export function namesOf({
  steps = [],
  elements = [],
}: {
  steps?: readonly NamedSubject[];
  elements?: readonly NamedSubject[];
}): SubjectNames {
  return { steps: byId(steps), elements: byId(elements) };
}

function byId(subjects: readonly NamedSubject[]): Record<string, string> {
  return Object.fromEntries(subjects.flatMap(({ id, name }) => (name?.trim() ? [[id, name] as const] : [])));
}
