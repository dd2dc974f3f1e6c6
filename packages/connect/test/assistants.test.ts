import { expect, test } from '@jest/globals';
import { ASSISTANTS, assistantsPage } from '../src/index.ts';

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

test('the page has every assistant, below the place from where it calls', () => {
  const [onMachine = '', inCloud = ''] = assistantsPage(ASSISTANTS).split('## In the cloud');
  expect(inCloud).toContain('public https addresses');
  for (const { name, callsFrom } of ASSISTANTS)
    expect(callsFrom === 'your machine' ? onMachine : inCloud).toContain(`\n### ${name}\n`);
});
