import { readFileSync } from 'node:fs';

/** A question of docs/examples/questions.ndjson: about the shop 41, the journal 42 and the pop-up 43, on 2026-11-14. */
export interface MarketerQuestion {
  question: string;
  tool: string;
  arguments: Record<string, unknown>;
  /** The codes of the notes, in their order. */
  notes: string[];
}

const FILE = new URL('../../../../../docs/examples/questions.ndjson', import.meta.url);

/** Reads the questions of the file. */
export function marketerQuestions(): MarketerQuestion[] {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as MarketerQuestion);
}
