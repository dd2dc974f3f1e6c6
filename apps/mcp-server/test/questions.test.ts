import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { WEBSITE_IDS } from './support/agency/agency-catalog.ts';
import { AGENCY_DATA } from './support/agency/agency-data.ts';
import { print } from './support/print.ts';
import { type MarketerQuestion, marketerQuestions } from './support/questions/marketer-questions.ts';
import { startToolServer, type ToolServer } from './support/tool-server.ts';

const QUESTIONS = marketerQuestions();
const MAX_NOTE_TOKENS = 300;
const MAX_RESULT_TOKENS = 10_000;
/** One of each kind, to read. */
const PRINTED = new Set([1, 2, 3, 6, 13, 16, 17, 19, 20, 24]);

let server: ToolServer;
let client: Client;
const printed = new Map<string, string>();

beforeAll(async () => {
  server = await startToolServer({ data: AGENCY_DATA });
  client = await server.client((await server.token({ websiteIds: WEBSITE_IDS })).token);
});
afterAll(async () => {
  print('ten answers, their notes', printed);
  await client.close();
  await server.stop();
});

/** The text of the notes, and of the whole result. */
async function answerTo({
  tool,
  arguments: args,
}: MarketerQuestion): Promise<{ notes: string; all: string }> {
  const { content } = await client.callTool({ name: tool, arguments: args });
  const [json, ...notes] = (content as { text: string }[]).map(({ text }) => text);
  return { notes: notes.join('\n'), all: [json, ...notes].join('\n') };
}

test('there are 30 questions', () => {
  expect(QUESTIONS).toHaveLength(30);
});

test.each(QUESTIONS.map((question, index) => ({ number: index + 1, ...question })))(
  '$number. $question',
  async ({ number, ...question }) => {
    const { notes, all } = await answerTo(question);
    if (PRINTED.has(number)) printed.set(question.question, `\n${notes}`);
    expect([...notes.matchAll(/^- (\w+): /gm)].map(([, code]) => code)).toEqual(question.notes);
    expect(countTokens(notes)).toBeLessThanOrEqual(MAX_NOTE_TOKENS);
    expect(countTokens(all)).toBeLessThan(MAX_RESULT_TOKENS);
  },
);
