/** Percent-encodes any text. Unlike encodeURIComponent it accepts lone surrogates, and encodes them as they are. */
export function percentEncode(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff)
      return `%ED%${hex(0x80 | ((code >> 6) & 0x3f))}%${hex(0x80 | (code & 0x3f))}`;
    return encodeURIComponent(character);
  }).join('');
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase();
}
