import { describe, expect, test } from '@jest/globals';
import { configurationTables } from '../src/configuration/configuration-tables.ts';
import { allVariables } from '../src/configuration/variables.ts';

const page = configurationTables();
const rowOf = (name: string) => page.split('\n').filter((line) => line.startsWith(`| \`${name}\` `));

describe('docs/reference/configuration.md', () => {
  test('has exactly one row for each variable', () => {
    const variables = allVariables();
    expect(variables.length).toBeGreaterThan(50);
    expect(variables.filter(({ name }) => rowOf(name).length !== 1)).toEqual([]);
  });

  test('says of each variable what it is for and what to write', () => {
    const silent = allVariables().filter(
      ({ meaning, expected }) => meaning === '' || expected === 'another value',
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('shows defaults that differ, required variables, secrets and readers', () => {
    expect(rowOf('REQUEST_TIMEOUT_MS')[0]).toContain('`10000`; event-intake: `30000`');
    expect(rowOf('INTROSPECTION_CLIENT_SECRET')[0]).toMatch(
      /\*\*secret\*\* .*\| required .*\| rest-api, mcp-server, authorization-server, event-intake /,
    );
    expect(rowOf('API_KEY_ENCRYPTION_KEY')[0]).toContain('rest-api, cli (reseal, catalog, demo)');
  });
});
