/** Value of each hexadecimal digit by character code, -1 for any other character. */
const DIGITS = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) {
  const character = value.toString(16);
  DIGITS[character.charCodeAt(0)] = value;
  DIGITS[character.toUpperCase().charCodeAt(0)] = value;
}

const LENGTH = 36;
const HYPHENS = [8, 13, 18, 23] as const;
const HYPHEN = 0x2d;

/** Reads the 16 bytes as four little-endian words; false for anything but the 8-4-4-4-12 form. */
export function readUuid(text: string, words: Int32Array): boolean {
  if (text.length !== LENGTH) return false;
  for (const at of HYPHENS) if (text.charCodeAt(at) !== HYPHEN) return false;
  return (
    readWord(text, 0, 4, words, 0) &&
    readWord(text, 9, 14, words, 1) &&
    readWord(text, 19, 24, words, 2) &&
    readWord(text, 28, 32, words, 3)
  );
}

/** Two groups of four digits, because hyphens part some words in the middle. */
function readWord(text: string, low: number, high: number, words: Int32Array, at: number): boolean {
  const lower = twoBytes(text, low);
  const upper = twoBytes(text, high);
  words[at] = lower | (upper << 16);
  return (lower | upper) >= 0;
}

/** Negative as soon as one of the four characters is no digit. */
function twoBytes(text: string, at: number): number {
  return (
    (digit(text, at) << 4) | digit(text, at + 1) | (digit(text, at + 2) << 12) | (digit(text, at + 3) << 8)
  );
}

function digit(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? -1;
}
