import type { WebsiteFacts } from '@funnel/db';
import type { Operation } from './operation.ts';

/** What decides the answer of an operation that can be cached. */
export interface AnswerSource {
  operation: Operation;
  /** The parsed parameters. */
  input: Readonly<Record<string, unknown>>;
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
  /** Only its day matters: windows move at midnight. */
  now: Date;
}

/**
 * A text that is the same only if the answer is the same. Every write that a report can show raises the version of its
 * website, and the version counts pending events.
 */
export function answerIdentity({ operation, input, websites, now }: AnswerSource): string {
  const facts = websites.map((website) => ({ ...website, pending: undefined }));
  return JSON.stringify([operation.name, now.toISOString().slice(0, 10), input, facts]);
}
