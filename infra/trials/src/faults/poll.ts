import { setTimeout as sleep } from 'node:timers/promises';
import type { Answers } from './answers.ts';

/** How long a caller waits between two questions. */
export const POLL_MS = 100;

/** Asks the same question again and again, and records every answer. */
export async function poll(
  answers: Answers,
  caller: string,
  ask: () => Promise<Response>,
  isOver: () => boolean,
): Promise<void> {
  for (; !isOver(); await sleep(POLL_MS)) await answers.record(caller, ask);
}
