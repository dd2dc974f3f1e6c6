const PIECES = /“[^”]*”|[A-Za-z]+|\d{1,3}|[^\sA-Za-z\d]/gu;
const LETTERS_PER_TOKEN = 8;

/**
 * About as many tokens as a model reads (o200k), rather more, without its vocabulary of a megabyte. Our own words are common ones;
 * quoted names can be anything.
 */
export function tokenBound(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece.startsWith('“')) tokens += nameTokens(piece);
    else if (/^[A-Za-z]/.test(piece)) tokens += Math.ceil(piece.length / LETTERS_PER_TOKEN);
    else tokens += 1;
  }
  return tokens;
}

/** No word of a language, but letters in a row. */
const UNPRONOUNCEABLE = /[b-df-hj-np-tv-xz]{4}/i;

/** Other ASCII characters are at most one token each, a character of another alphabet one per byte. */
function nameTokens(name: string): number {
  const letterTokens = UNPRONOUNCEABLE.test(name) ? 0.6 : 0.5;
  let tokens = 0;
  for (const character of name) {
    if (/[A-Za-z]/.test(character)) tokens += letterTokens;
    else if (/[!-~“”…]/.test(character)) tokens += 1;
    else if (character !== ' ') tokens += Buffer.byteLength(character);
  }
  return Math.ceil(tokens);
}
