import { type CacheKind, type Database, readCurrentWebsites } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';
import {
  type AnswerSource,
  type AnswerState,
  answerIdentity,
  isKnown,
  isSameState,
} from './answer-identity.ts';
import type { ComputedAnswer, Question } from './question.ts';
import type { Answer } from './operation.ts';

/** What is asked, whatever the data and the day. */
interface Asked extends Pick<AnswerSource, 'operation' | 'input' | 'notes' | 'extras' | 'compare'> {
  websites: readonly { id: WebsiteId }[];
}

interface Remembered {
  identity: string;
  /** What it was made for. */
  state: AnswerState;
  answer: Answer<unknown>;
  /** Whether the answer before was another one. Then the next probably is, too. */
  isChanging: boolean;
}

/** An object takes about as many bytes as its JSON has characters, four times. A surface may keep the JSON beside it. */
const BYTES_PER_CHARACTER = 5;
const ANSWERS: CacheKind<Remembered> = {
  name: 'answers',
  maxBytes: 40_000_000,
  bytesOf: ({ answer, identity }) => BYTES_PER_CHARACTER * (JSON.stringify(answer).length + identity.length),
};

/**
 * Recalls the last answer to a question if nothing that it shows has changed since: one statement instead of a
 * transaction. Undefined if the question must be answered anew, which is not worth asking where answers keep changing.
 */
export async function recallAnswer(
  database: Database,
  { operation, request, ids, parsed }: Question,
): Promise<ComputedAnswer | undefined> {
  if (operation.caching !== 'revalidate' || 'mistake' in parsed) return undefined;
  const { input, notes, extras, compare } = parsed;
  const named = ids.map((id) => ({ id }));
  const asked = { operation, input, notes, extras, compare };
  const remembered = database.memory.cache(ANSWERS).get(keyOf({ ...asked, websites: named }));
  if (!remembered || remembered.isChanging) return undefined;
  const websites = await readCurrentWebsites(database, ids);
  const state = { websites, now: request.now };
  const isSame = isSameState(remembered.state, state);
  const identity = isSame ? remembered.identity : answerIdentity({ ...asked, ...state });
  if (identity !== remembered.identity) return undefined;
  const computed = { websites, input, identity };
  return { ...computed, answer: isKnown(identity, request.known) ? undefined : remembered.answer };
}

/** The last answer to a question whose websites have been read, if nothing has changed since. */
export function lastAnswer(
  database: Database,
  question: Asked,
  identity: string,
): Answer<unknown> | undefined {
  const last = database.memory.cache(ANSWERS).get(keyOf(question));
  if (last?.identity !== identity) return undefined;
  last.isChanging = false;
  return last.answer;
}

/** Remembers an answer until the question is answered anew. */
export function rememberAnswer(
  database: Database,
  question: Asked,
  { identity, state, answer }: Omit<Remembered, 'isChanging'>,
): void {
  if (question.operation.caching !== 'revalidate') return;
  const answers = database.memory.cache(ANSWERS);
  const key = keyOf(question);
  const isChanging = answers.get(key) !== undefined;
  answers.set(key, { identity, state, answer, isChanging });
}

function keyOf({ operation, input, notes, extras, compare, websites }: Asked): string {
  const ids = websites.map(({ id }) => id).sort((one, other) => one - other);
  return JSON.stringify([operation.name, ids, input, notes, extras, compare]);
}
