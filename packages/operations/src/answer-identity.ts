import { hash } from 'node:crypto';
import type { WebsiteFacts } from '@funnel/db';
import { type CompareWith, dayOf } from '@funnel/domain';
import type { Note } from './notes/note.ts';
import type { Operation } from './operation.ts';
import type { OperationRequest } from './request.ts';

/** What decides the answer of an operation that can be cached. */
export interface AnswerSource {
  operation: Operation;
  /** The parsed parameters. */
  input: Readonly<Record<string, unknown>>;
  /** The notes about its parameters; undefined for an answer without notes. */
  notes: readonly Note[] | undefined;
  /** Whether it has extras. */
  extras: boolean;
  /** What it is compared with, if somebody chose it. */
  compare?: CompareWith | undefined;
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
  /** Only its day matters: windows move at midnight. */
  now: Date;
}

/**
 * A text that is the same only if the answer is the same. Every write that a report can show raises the version of its
 * website, and the version counts pending events.
 */
export function answerIdentity({ operation, input, websites, now, ...wanted }: AnswerSource): string {
  const day = now.toISOString().slice(0, 10);
  const { notes, extras, compare } = wanted;
  const beside = [
    ...(notes ? [notes] : []),
    ...(extras ? ['extras'] : []),
    ...(compare === undefined ? [] : [{ compare }]),
  ];
  return JSON.stringify([operation.name, day, input, websites, ...beside]);
}

/**
 * A short text that is the same only if the answer and its representation, such as a media type, are the same.
 * @example
 * assert.notEqual(answerTag('the same', 'text/csv'), answerTag('the same', 'application/json'));
 */
export function answerTag(identity: string, representation: string): string {
  return hash('sha256', `${representation}${identity}`, 'base64url');
}

/** Whether the caller has this answer already. */
export function isKnown(identity: string, known: OperationRequest['known']): boolean {
  return known !== undefined && known.tags.includes(answerTag(identity, known.representation));
}

/** What decides, beside the question, whether an answer is current. */
export type AnswerState = Pick<AnswerSource, 'websites' | 'now'>;

/** Whether the identity of an answer is surely the same as in the state before, without making its text. */
export function isSameState(before: AnswerState, { websites, now }: AnswerState): boolean {
  if (dayOf(before.now) !== dayOf(now) || before.websites.length !== websites.length) return false;
  return before.websites.every((facts, index) => {
    const current = websites[index];
    return current !== undefined && hasSameFacts(facts, current);
  });
}

function hasSameFacts(one: WebsiteFacts, other: WebsiteFacts): boolean {
  for (const name of Object.keys(one) as (keyof WebsiteFacts)[]) {
    if (!isSameValue(one[name], other[name])) return false;
  }
  return true;
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  return one === other;
}
