import { z } from 'zod';
import type { Finding } from '@funnel/words';
import { numbersOf } from '@funnel/words';

/** Rewrites the texts of findings: `texts[i]` describes `findings[i]`. Always resolves with texts to publish. */
export type Phraser = (findings: readonly Finding[], texts: readonly string[]) => Promise<readonly string[]>;

/** Returns a model's unchecked answer for the texts. Rejects if the model is unavailable. */
export type LanguageModel = (texts: readonly string[]) => Promise<unknown>;

type PhrasingOutcome = 'phrased' | 'unavailable' | 'refused';

export interface PhraserOptions {
  model: LanguageModel;
  /** Called after every attempt. `reason` is set if the original texts are used. */
  onOutcome: (outcome: PhrasingOutcome, reason?: string) => void;
}

/** A model's answer that must not be published. The message is logged. */
export class RefusedPhrasing extends Error {
  override name = 'RefusedPhrasing';
}

/** Makes a phraser that uses the model's texts if they pass the checks, and the original texts otherwise. */
export function createPhraser({ model, onOutcome }: PhraserOptions): Phraser {
  return async (findings, texts) => {
    try {
      const phrased = checkedTexts(await model(texts), findings, texts);
      onOutcome('phrased');
      return phrased;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onOutcome(error instanceof RefusedPhrasing ? 'refused' : 'unavailable', reason);
      return texts;
    }
  };
}

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

/** A model may choose words, but no facts: one text per finding, with its campaign's name and without new numbers. */
function checkedTexts(
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
        `text ${index + 1} contains numbers that are not in its finding: ${invented.join(', ')}`,
      );
    const name = findings[index]?.campaign?.name;
    if (name !== undefined && texts[index]?.includes(name) && !item.includes(name))
      throw new RefusedPhrasing(`text ${index + 1} does not name its campaign`);
  }
  return items;
}
