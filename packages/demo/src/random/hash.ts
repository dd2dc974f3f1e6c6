const { imul } = Math;

/** Folds integers into one that looks random; the same integers always give the same one. */
export function hash32(...parts: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) hash = finish(imul(hash ^ part, 0x85ebca6b) + 0x6d2b79f5);
  return hash >>> 0;
}

/** The same for a text (FNV-1a, then mixed, since its high bits alone are poor). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = imul(hash ^ text.charCodeAt(at), 0x01000193);
  return finish(hash) >>> 0;
}

/** A hash as a number from 0 up to, not including, 1. */
export function unitOf(hash: number): number {
  return hash / 2 ** 32;
}

/** Murmur's finaliser: every input bit reaches every output bit. */
function finish(value: number): number {
  let hash = imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
