import type { Assistant, Setup, Snippet } from './assistants.ts';

/** The address that `npm start` prints, and one that stands for a deployed server. */
const LOCAL_URL = 'http://127.0.0.1:3001/mcp';
const PUBLIC_URL = 'https://tools.example.com/mcp';
const TOKEN = 'YOUR_TOKEN';

const INTRODUCTION = `<!-- Generated from packages/connect: run npm run -s generate. -->

# Connect an assistant

An AI assistant that speaks the Model Context Protocol (MCP) needs one thing: the address of the tool server, which ends
in \`/mcp\`. Use yours instead of \`${LOCAL_URL}\`, which \`npm start\` prints, and of
\`${PUBLIC_URL}\`.

The assistant registers itself and opens the consent page. You log in and choose the websites that it may see. It can
only read. Where an assistant takes a token instead, make one for the tool server on the token page, and write it for
\`${TOKEN}\`. Each vendor's own page has the newest steps.

Then ask what you would ask a colleague: "Which campaign lost most conversions last week, and at which step?" The
numbers are those of the REST API.

**Any other client**: choose "Streamable HTTP" and enter the address. Without OAuth, send the header
\`Authorization: Bearer\` with a token.
`;

const CLOUD = `These call from the cloud of their vendor. The tool server and the authorization server need public https addresses;
with \`npm start\`, use an assistant that runs on [your machine](#on-your-machine).`;

/**
 * The text of docs/how-to/connect-an-assistant.md.
 * @example
 * assert.ok(assistantsPage(ASSISTANTS).includes('### Cursor\n'));
 */
export function assistantsPage(assistants: readonly Assistant[]): string {
  const sections = (from: Assistant['callsFrom'], url: string) =>
    assistants
      .filter(({ callsFrom }) => callsFrom === from)
      .flatMap((assistant) => sectionOf(assistant, url));
  return [
    INTRODUCTION,
    '## On your machine\n',
    ...sections('your machine', LOCAL_URL),
    '## In the cloud\n',
    `${CLOUD}\n`,
    ...sections('the cloud of its vendor', PUBLIC_URL),
  ].join('\n');
}

function sectionOf(
  { name, note, signIn, withToken, check, documentation }: Assistant,
  url: string,
): string[] {
  return [
    `### ${name}`,
    ...(note ? [note] : []),
    setup(signIn(url)),
    ...(withToken ? [setup(withToken(url, TOKEN), 'With a token instead:')] : []),
    `${check} [More](${documentation})`,
  ].map((part) => `${part}\n`);
}

/** One step is a sentence, several are a list, below a title if there is one. */
function setup({ steps, snippet }: Setup, title?: string): string {
  const [first = '', ...others] = steps;
  const code = snippet && fenced(snippet);
  const place = snippet?.file ? `In \`${snippet.file}\`:` : undefined;
  const heading = title ? [title, ''] : [];
  if (others.length === 0)
    return [...heading, place ? `${first} ${place}` : first, ...(code ? ['', code] : [])].join('\n');
  return [
    ...heading,
    `1. ${first}`,
    ...(place ? [indented(place)] : []),
    ...(code ? ['', indented(code), ''] : []),
    ...others.map((step, index) => `${index + 2}. ${step}`),
  ].join('\n');
}

/** Commands say that no test runs them: that needs the assistant. */
function fenced({ language, text }: Snippet): string {
  const mark = language === 'sh' ? '<!-- not run: it needs the assistant -->\n\n' : '';
  return `${mark}\`\`\`${language}\n${text}\n\`\`\``;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line ? `   ${line}` : line))
    .join('\n');
}
