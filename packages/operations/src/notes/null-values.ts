import type { Note } from './note.ts';

interface Row {
  value: string | null;
}

/** Rows of an element whose value is null. */
export function nullValues({ fields, products }: Record<'fields' | 'products', readonly Row[]>): Note[] {
  const hasNull = (rows: readonly Row[]) => rows.some(({ value }) => value === null);
  return [
    ...(hasNull(products) ? [{ code: 'null_product' as const, text: PRODUCT }] : []),
    ...(hasNull(fields) ? [{ code: 'null_answer' as const, text: ANSWER }] : []),
  ];
}

const PRODUCT = 'The product with value null is unknown: its events did not name it.';
const ANSWER =
  'Answers with value null are counted but not kept by value: free text, empty answers, or too many different ones.';
