import { checkedTexts, RefusedPhrasing } from './checked-texts.ts';
import type { Phraser, PhraserOptions } from './phraser.ts';

/** Whatever the model does, there are texts: its own where they hold, else the program's. */
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
