import type { WebsiteFacts } from '@funnel/db';
import type { Note } from './notes/note.ts';
import type { Operation } from './operation.ts';

/** What decides the answer of an operation that can be cached. */
export interface AnswerSource {
  operation: Operation;
  /** The parsed parameters. */
  input: Readonly<Record<string, unknown>>;
  /** The notes about its parameters; undefined for an answer without notes. */
  notes: readonly Note[] | undefined;
  /** Whether it has extras. */
  extras: boolean;
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
  /** Only its day matters: windows move at midnight. */
  now: Date;
}

/**
 * A text that is the same only if the answer is the same. Every write that a report can show raises the version of its
 * website, and the version counts pending events.
 */
export function answerIdentity({ operation, input, notes, extras, websites, now }: AnswerSource): string {
  const facts = websites.map((website) => ({ ...website, pending: undefined }));
  const day = now.toISOString().slice(0, 10);
  const beside = [...(notes ? [notes] : []), ...(extras ? ['extras'] : [])];
  return JSON.stringify([operation.name, day, input, facts, ...beside]);
}
