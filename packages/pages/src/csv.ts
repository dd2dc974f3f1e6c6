/** Spreadsheets run text that starts like this as a formula, also after white space and with full-width signs. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\t\r＝＋－＠]|^[\t\r\n]/u;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A row of CSV (RFC 4180), with its line end. What is neither text nor number nor truth value is empty. */
export function csvRow(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: unknown): string {
  if (typeof value === 'string')
    return quoted(FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
