import { type Database, readWebsites } from '@funnel/db';
import { RecentlyUsed, type WebsiteId } from '@funnel/domain';
import { type AnswerSource, answerIdentity } from './answer-identity.ts';
import type { Answer, Operation } from './operation.ts';
import type { RawInput } from './parameters/parameter.ts';

interface Remembered {
  identity: string;
  answer: Answer<unknown>;
}

/** A few kilobytes each, rarely more than a hundred. */
const MAX_ANSWERS = 500;

let answers = new WeakMap<Database, RecentlyUsed<Remembered>>();

/**
 * Recalls the last answer to a question if nothing that it shows has changed since: one statement instead of a
 * transaction. Undefined if the question must be answered anew.
 */
export async function recallAnswer(
  operation: Operation,
  { database, raw, now }: { database: Database; raw: RawInput; now: Date },
  ids: readonly WebsiteId[],
) {
  const input = operation.caching === 'revalidate' ? validInput(operation, raw) : undefined;
  const remembered = input && answers.get(database)?.get(questionOf(operation, input, ids));
  if (!remembered) return undefined;
  const websites = await readWebsites(database.sql, ids);
  if (answerIdentity({ operation, input, websites, now }) !== remembered.identity) return undefined;
  return { websites, input, answer: async () => remembered.answer };
}

/** Remembers an answer until the question is answered anew. */
export function rememberAnswer(database: Database, source: AnswerSource, answer: Answer<unknown>): void {
  const { operation, input, websites } = source;
  if (operation.caching !== 'revalidate') return;
  const ofDatabase = answers.get(database) ?? new RecentlyUsed<Remembered>(MAX_ANSWERS);
  answers.set(database, ofDatabase);
  const ids = websites.map(({ id }) => id);
  ofDatabase.set(questionOf(operation, input, ids), { identity: answerIdentity(source), answer });
}

/**
 * Forgets all answers. Only benchmarks need it.
 * @example
 * assert.doesNotThrow(forgetAnswers);
 */
export function forgetAnswers(): void {
  answers = new WeakMap();
}

function questionOf({ name }: Operation, input: AnswerSource['input'], ids: readonly WebsiteId[]): string {
  return JSON.stringify([name, ids.toSorted((one, other) => one - other), input]);
}

/** Undefined for invalid parameters: the error comes in its turn, after that of the website. */
function validInput(operation: Operation, raw: RawInput): AnswerSource['input'] | undefined {
  try {
    return operation.prepare(raw).input;
  } catch {
    return undefined;
  }
}
