/** The names that the catalog gives, by id. */
export interface Names {
  steps: ReadonlyMap<number, string>;
  elements: ReadonlyMap<number, string>;
}

/** Reads the names beside a tool result. */
export function namesIn(value: unknown): Names | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { steps, elements } = value as Record<string, unknown>;
  return { steps: byId(steps), elements: byId(elements) };
}

function byId(value: unknown): ReadonlyMap<number, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([id, name]) =>
      typeof name === 'string' ? [[Number(id), name] as const] : [],
    ),
  );
}

/** A step by its place, and its name if it has one: "2. Your size", "Step 2". */
export function stepName(
  { id, position }: { id: number; position: number },
  names: Names | undefined,
): string {
  const name = names?.steps.get(id);
  return name === undefined ? `Step ${position}` : `${position}. ${name}`;
}

/** An element by its name, or by its type and place: "Product hero 2". */
export function elementName(
  { id, element_type: type, position }: { id: number; element_type: string; position: number },
  names: Names | undefined,
): string {
  const words = type.replaceAll('_', ' ');
  return names?.elements.get(id) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)} ${position}`;
}
