import type { Finding } from '../findings/finding.ts';
import { numbersOf } from '../findings/texts/numbers-of.ts';
import { z } from 'zod';

const MAX_LENGTH = 400;
const oneLine = z
  .string()
  .trim()
  .min(1)
  .max(MAX_LENGTH)
  // oxlint-disable-next-line no-control-regex -- a text is one plain line
  .regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/);
const answer = z.union([
  z.array(oneLine),
  z.object({ items: z.array(oneLine) }).transform(({ items }) => items),
]);

/** What is wrong with a model's answer, for the log. */
export class RefusedPhrasing extends Error {
  override name = 'RefusedPhrasing';
}

/** A model may choose words, never facts: as many texts, each naming its campaign and no number of its own. */
export function checkedTexts(
  raw: unknown,
  findings: readonly Finding[],
  texts: readonly string[],
): readonly string[] {
  const { success, data: items } = answer.safeParse(raw);
  if (!success) throw new RefusedPhrasing('the answer is not a list of short texts');
  if (items.length !== texts.length)
    throw new RefusedPhrasing(`${items.length} texts instead of ${texts.length}`);
  for (const [index, item] of items.entries()) {
    const known = new Set(numbersOf(texts[index] ?? ''));
    const invented = numbersOf(item).filter((number) => !known.has(number));
    if (invented.length > 0)
      throw new RefusedPhrasing(
        `text ${index + 1} names numbers that no finding has: ${invented.join(', ')}`,
      );
    const name = findings[index]?.campaign?.name;
    if (name !== undefined && texts[index]?.includes(name) && !item.includes(name))
      throw new RefusedPhrasing(`text ${index + 1} does not name its campaign`);
  }
  return items;
}
