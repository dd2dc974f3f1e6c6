/** A variant by its name, or by its letter if it has none. */
export function variantName({ name, variation }: { name: string | null; variation: string }): string {
  const letter = variation.toUpperCase();
  return name === null || name === '' ? `Variant ${letter}` : `${letter} · ${name}`;
}
