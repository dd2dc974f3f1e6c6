import { readFileSync } from 'node:fs';

/** A question of docs/examples/questions.md. */
export interface MarketerQuestion {
  question: string;
  tool: string;
  args: Record<string, unknown>;
  /** The codes of the notes, in their order. */
  notes: string[];
}

const PAGE = new URL('../../../../../docs/examples/questions.md', import.meta.url);
const ENTRY = /^\d+\. (.+)\n +- `(\w+)`\s+`(\{.*\})`\n +- (.+)$/gm;

/** Reads the questions of the page. */
export function marketerQuestions(): MarketerQuestion[] {
  return [...readFileSync(PAGE, 'utf8').matchAll(ENTRY)].map(
    ([, question = '', tool = '', args = '', notes = '']) => ({
      question,
      tool,
      args: JSON.parse(args) as Record<string, unknown>,
      notes: [...notes.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
    }),
  );
}
