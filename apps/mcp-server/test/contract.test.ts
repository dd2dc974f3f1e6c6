import { fieldsOf, TOOL_OPERATIONS } from '@funnel/operations';
import { expect, test } from '@jest/globals';
import { TOOLS } from '../src/tools/tool-list.ts';

/** The recorded size of the list, which a client reads before its first call. */
const LISTED_BYTES = 20_963;

test('keeps the list of tools below 110 % of its recorded size', () => {
  expect(Buffer.byteLength(JSON.stringify({ tools: TOOLS }))).toBeLessThan(LISTED_BYTES * 1.1);
});

test.each(TOOL_OPERATIONS.map((operation) => [operation.name, operation] as const))(
  'the example of %s is valid',
  (_name, operation) => {
    const example = operation.tool.example ?? {};
    const names = fieldsOf(operation.parameters).map(([name]) => name);
    for (const name of Object.keys(example)) expect(names).toContain(name);
    expect(() => operation.prepare({ ...operation.example.parameters, ...example })).not.toThrow();
  },
);
