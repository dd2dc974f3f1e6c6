import type { Extras } from '../answers/extras.ts';

/** A step by its place, and its name if it has one: "2. Your size", "Step 2". */
export function stepName({ position }: { position: number }, name: string | null | undefined): string {
  return name?.trim() ? `${position}. ${name}` : `Step ${position}`;
}

/** An element by its name, or by its type and place: "Product hero 2". */
export function elementName(
  { id, element_type: type, position }: { id: number; element_type: string; position: number },
  names: Extras['names'],
): string {
  const words = type.replaceAll('_', ' ');
  return names?.elements[id] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)} ${position}`;
}

/** A variant by its name, or by its letter if it has none. */
export function variantName({ name, variation }: { name: string | null; variation: string }): string {
  const letter = variation.toUpperCase();
  return name === null || name === '' ? `Variant ${letter}` : `${letter} · ${name}`;
}
