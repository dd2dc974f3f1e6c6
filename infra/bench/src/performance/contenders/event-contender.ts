import type { Question } from '../questions.ts';

/** A row of the answer: one per campaign for a list of campaigns, else one per slot and type of event. */
export type EventRow = Record<string, unknown>;

/** Answers questions from the raw events. */
export interface EventContender {
  ask(question: Question): Promise<EventRow[]>;
}
