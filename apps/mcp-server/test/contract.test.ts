import { readFileSync } from 'node:fs';
import { REPORTS } from '@funnel/operations';
import { expect, test } from '@jest/globals';
import { contractFile, contractText } from '../src/tools/contract.ts';
import { TOOLS } from '../src/tools/registry.ts';
import { EXAMPLES, PARAMETER_TEXTS } from '../src/tools/tool-texts.ts';

/** What a client reads before its first call, in bytes; see the README. */
const LISTED_BYTES = 20_963;

test('the committed contract is what the server lists (node apps/mcp-server/dist/write-contracts.js)', () => {
  expect(readFileSync(contractFile, 'utf8')).toBe(contractText());
});

test('the list of tools has not grown by a tenth', () => {
  expect(Buffer.byteLength(JSON.stringify({ tools: TOOLS }))).toBeLessThan(LISTED_BYTES * 1.1);
});

test('every text of the tools belongs to a parameter or tool there is', () => {
  const parameters = new Set(REPORTS.flatMap((report) => Object.keys(report.parameters)));
  const tools = new Set(REPORTS.map(({ tool }) => tool));
  for (const key of Object.keys(PARAMETER_TEXTS)) {
    const [name = '', tool] = key.split('.').reverse();
    expect(parameters).toContain(name);
    if (tool !== undefined) expect(tools).toContain(tool);
  }
  for (const name of Object.keys(EXAMPLES)) expect(tools).toContain(name);
});

test('every example is one that the report takes', () => {
  for (const report of REPORTS) {
    for (const [name, value] of Object.entries(EXAMPLES[report.tool] ?? {})) {
      expect(Object.keys(report.parameters)).toContain(name);
      expect(report.parameters[name]?.parse(value)).not.toBeInstanceOf(Error);
    }
  }
});
