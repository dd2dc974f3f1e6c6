export const UUID_BYTES = 16;
const LENGTH = 36;
const HYPHEN = 0x2d;
/** Where the two digits of each byte are in the text. */
const DIGIT_PLACES = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);

/** Value of each hexadecimal digit by character code; 255 for any other character. */
const DIGITS = new Uint8Array(128).fill(0xff);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  DIGITS[digit.charCodeAt(0)] = value;
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value;
}
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Writes the bytes of a UUID of the form 8-4-4-4-12, in upper or lower case. Returns false if the text has another form.
 * @example
 * const bytes = new Uint8Array(UUID_BYTES);
 * assert.ok(readUuid('0190C3F2-7b1e-7cc3-98c4-dc0c0c07398f', bytes, 0));
 * assert.equal(formatUuid(bytes, 0), '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f');
 */
export function readUuid(text: string, bytes: Uint8Array, at: number): boolean {
  if (text.length !== LENGTH) return false;
  let all =
    (text.charCodeAt(8) ^ HYPHEN) |
    (text.charCodeAt(13) ^ HYPHEN) |
    (text.charCodeAt(18) ^ HYPHEN) |
    (text.charCodeAt(23) ^ HYPHEN);
  if (all !== 0) return false;
  for (let byte = 0; byte < UUID_BYTES; byte++) {
    const place = DIGIT_PLACES[byte] ?? 0;
    const upper = DIGITS[text.charCodeAt(place)] ?? 0xff;
    const lower = DIGITS[text.charCodeAt(place + 1)] ?? 0xff;
    all |= upper | lower;
    bytes[at + byte] = (upper << 4) | lower;
  }
  return all <= 0x0f;
}

/**
 * The UUID in lower case.
 * @example
 * assert.equal(formatUuid(new Uint8Array(16), 0), '00000000-0000-0000-0000-000000000000');
 */
export function formatUuid(bytes: Uint8Array, at: number): string {
  let text = '';
  for (let byte = 0; byte < UUID_BYTES; byte++) {
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) text += '-';
    text += HEX[bytes[at + byte] ?? 0] ?? '';
  }
  return text;
}
