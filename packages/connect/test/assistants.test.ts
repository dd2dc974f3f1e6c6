import { expect, test } from '@jest/globals';
import { assistantPage, ASSISTANTS, assistantsPage } from '../src/index.ts';

const URL_OF_TOOLS = 'https://tools.example.com/mcp';
const TOKEN = 'a-token';

test.each(ASSISTANTS.map((assistant) => [assistant.name, assistant] as const))(
  '%s gets the address, and the token where it has a place for one',
  (_name, { signIn, withToken }) => {
    const steps = JSON.stringify(signIn(URL_OF_TOOLS));
    expect(steps).toContain(URL_OF_TOOLS);
    expect(steps).not.toContain('undefined');
    if (withToken) {
      const text = withToken(URL_OF_TOOLS, TOKEN).snippet?.text ?? '';
      expect(text).toContain(URL_OF_TOOLS);
      expect(text).toContain(TOKEN);
    }
  },
);

test('snippets of files are valid', () => {
  const snippets = ASSISTANTS.flatMap(({ signIn, withToken }) => [
    signIn(URL_OF_TOOLS).snippet,
    withToken?.(URL_OF_TOOLS, TOKEN).snippet,
  ]);
  const json = snippets.filter((snippet) => snippet?.language === 'json');
  expect(json.length).toBeGreaterThan(4);
  for (const snippet of json) expect(() => void JSON.parse(snippet?.text ?? '')).not.toThrow();
});

test('the list leads to every page', () => {
  const list = assistantsPage(ASSISTANTS);
  for (const { id } of ASSISTANTS) expect(list).toContain(`(connect-${id}.md)`);
});

test('a page says when an assistant needs a public address', () => {
  for (const assistant of ASSISTANTS)
    expect(assistantPage(assistant).includes('public https')).toBe(assistant.callsFrom !== 'your machine');
});
