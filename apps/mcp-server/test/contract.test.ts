import { fieldsOf, TOOL_OPERATIONS } from '@funnel/operations';
import { expect, test } from '@jest/globals';
import { TOOLS } from '../src/tools/tool-list.ts';

/** The recorded size of a tool, on average. */
const BYTES_PER_TOOL = 2_096;

test('keeps the tools below 110 % of their recorded size, on average', () => {
  const bytes = Buffer.byteLength(JSON.stringify({ tools: TOOLS }));
  expect(bytes / TOOLS.length).toBeLessThan(BYTES_PER_TOOL * 1.1);
});

test.each(TOOL_OPERATIONS.map((operation) => [operation.name, operation] as const))(
  'the example of %s is valid',
  (_name, operation) => {
    const example = operation.tool.example ?? {};
    const names = fieldsOf(operation.parameters).map(([name]) => name);
    for (const name of Object.keys(example)) expect(names).toContain(name);
    const raw = { ...operation.example.parameters, ...example };
    for (const { parse } of Object.values(operation.parameters)) expect(() => parse(raw)).not.toThrow();
  },
);
