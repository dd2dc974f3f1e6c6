import type { Finding } from '../findings/finding.ts';

/** Always resolves with texts that may be published; `texts[i]` is the program's own text of `findings[i]`. */
export type Phraser = (findings: readonly Finding[], texts: readonly string[]) => Promise<readonly string[]>;

/** The model's texts, unchecked; rejects when there are none. */
export type LanguageModel = (texts: readonly string[]) => Promise<unknown>;

export type PhrasingOutcome = 'phrased' | 'unavailable' | 'refused';

export interface PhraserOptions {
  model: LanguageModel;
  /** Told of every attempt; `reason` where the program's own texts were used. */
  onOutcome: (outcome: PhrasingOutcome, reason?: string) => void;
}
