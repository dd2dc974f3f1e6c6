const { imul } = Math;

export type Words = readonly [number, number, number, number];

export function hash32(...parts: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) hash = finish(imul(hash ^ part, 0x85ebca6b) + 0x6d2b79f5);
  return hash >>> 0;
}

/** Hashes a text to 32 bits: FNV-1a, then mixed, because its high bits are weak. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = imul(hash ^ text.charCodeAt(at), 0x01000193);
  return finish(hash) >>> 0;
}

/** Converts a hash to a number from 0 to 1, excluding 1. */
export function unitOf(hash: number): number {
  return hash / 2 ** 32;
}

/** Murmur's finalizer: every input bit affects every output bit. */
function finish(value: number): number {
  let hash = imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Formats four words as a UUID of version 8, whose bits are free to use (RFC 9562). */
export function uuidOf([first, second, third, fourth]: Words): string {
  const version = (second & 0xffff0fff) | 0x8000;
  const variant = (third & 0x3fffffff) | 0x80000000;
  return `${hex(first, 24)}${hex(first, 16)}${hex(first, 8)}${hex(first, 0)}-${hex(version, 24)}${hex(version, 16)}-${hex(version, 8)}${hex(version, 0)}-${hex(variant, 24)}${hex(variant, 16)}-${hex(variant, 8)}${hex(variant, 0)}${hex(fourth, 24)}${hex(fourth, 16)}${hex(fourth, 8)}${hex(fourth, 0)}`;
}

function hex(word: number, shift: number): string {
  return HEX[(word >>> shift) & 255] ?? '';
}
