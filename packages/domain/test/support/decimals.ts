/** The hundredths of a number as JSON prints it. Throws when JSON prints more than two decimals. */
export function hundredthsOfText(value: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d\d?))?$/.exec(JSON.stringify(value));
  if (match === null || Object.is(value, -0))
    throw new Error(`Not a number with at most 2 decimals: ${value}`);
  const [, sign = '', units = '', decimals = ''] = match;
  return BigInt(`${sign}${units}${decimals.padEnd(2, '0')}`);
}
