import type { Words } from './random.ts';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Four words as a UUID of version 8 (RFC 9562: its bits are the maker's own). */
export function uuidOf([first, second, third, fourth]: Words): string {
  const version = (second & 0xffff0fff) | 0x8000;
  const variant = (third & 0x3fffffff) | 0x80000000;
  return `${hex(first, 24)}${hex(first, 16)}${hex(first, 8)}${hex(first, 0)}-${hex(version, 24)}${hex(version, 16)}-${hex(version, 8)}${hex(version, 0)}-${hex(variant, 24)}${hex(variant, 16)}-${hex(variant, 8)}${hex(variant, 0)}${hex(fourth, 24)}${hex(fourth, 16)}${hex(fourth, 8)}${hex(fourth, 0)}`;
}

function hex(word: number, shift: number): string {
  return HEX[(word >>> shift) & 255] ?? '';
}
