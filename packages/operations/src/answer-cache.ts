import type { Database } from '@funnel/db';
import { RecentlyUsed, type WebsiteId } from '@funnel/domain';
import { type AnswerSource, answerIdentity } from './answer-identity.ts';
import type { ComputedAnswer, Question } from './question.ts';
import { readCurrentWebsites } from './current-websites.ts';
import type { Answer } from './operation.ts';

/** What is asked, whatever the data and the day. */
interface Asked extends Pick<AnswerSource, 'operation' | 'input' | 'notes'> {
  websites: readonly { id: WebsiteId }[];
}

interface Remembered {
  identity: string;
  answer: Answer<unknown>;
  /** Whether the answer before was another one. Then the next probably is, too. */
  isChanging: boolean;
}

/** A few kilobytes each, rarely more than a hundred. */
const MAX_ANSWERS = 500;

let answers = new WeakMap<Database, RecentlyUsed<Remembered>>();

/**
 * Recalls the last answer to a question if nothing that it shows has changed since: one statement instead of a
 * transaction. Undefined if the question must be answered anew, which is not worth asking where answers keep changing.
 */
export async function recallAnswer(
  database: Database,
  { operation, request, ids, parsed }: Question,
): Promise<ComputedAnswer | undefined> {
  if (operation.caching !== 'revalidate' || 'mistake' in parsed) return undefined;
  const { input, notes } = parsed;
  const named = ids.map((id) => ({ id }));
  const remembered = answers.get(database)?.get(keyOf({ operation, input, notes, websites: named }));
  if (!remembered || remembered.isChanging) return undefined;
  const websites = await readCurrentWebsites(database, ids);
  const identity = answerIdentity({ operation, input, notes, websites, now: request.now });
  if (identity !== remembered.identity) return undefined;
  const computed = { websites, input, identity };
  return { ...computed, answer: request.isKnown?.(computed) ? undefined : remembered.answer };
}

/** The last answer to a question whose websites have been read, if nothing has changed since. */
export function lastAnswer(
  database: Database,
  question: Asked,
  identity: string,
): Answer<unknown> | undefined {
  const last = answers.get(database)?.get(keyOf(question));
  if (last?.identity !== identity) return undefined;
  last.isChanging = false;
  return last.answer;
}

/** Remembers an answer until the question is answered anew. */
export function rememberAnswer(
  database: Database,
  question: Asked,
  { identity, answer }: Pick<Remembered, 'identity' | 'answer'>,
): void {
  if (question.operation.caching !== 'revalidate') return;
  const ofDatabase = answers.get(database) ?? new RecentlyUsed<Remembered>(MAX_ANSWERS);
  answers.set(database, ofDatabase);
  const key = keyOf(question);
  const isChanging = ofDatabase.get(key) !== undefined;
  ofDatabase.set(key, { identity, answer, isChanging });
}

/**
 * Forgets all answers. Only benchmarks need it.
 * @example
 * assert.doesNotThrow(forgetAnswers);
 */
export function forgetAnswers(): void {
  answers = new WeakMap();
}

function keyOf({ operation, input, notes, websites }: Asked): string {
  const ids = websites.map(({ id }) => id).sort((one, other) => one - other);
  return JSON.stringify([operation.name, ids, input, notes]);
}
