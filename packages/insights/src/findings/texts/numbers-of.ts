const NUMBER = /(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?/g;

/**
 * The numbers that a text states, each in one form: without separators, trailing zeros and sign. So a text
 * that somebody else phrased can be held against the finding it is about.
 */
export function numbersOf(text: string): string[] {
  return (text.normalize('NFKC').match(NUMBER) ?? []).map(normalized);
}

function normalized(number: string): string {
  const [whole = '', decimals = ''] = number.replaceAll(',', '').split('.');
  const [units, rest] = [whole.replace(/^0+(?=\d)/, ''), decimals.replace(/0+$/, '')];
  return rest === '' ? units : `${units}.${rest}`;
}
