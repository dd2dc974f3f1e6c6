import type { Assistant, Setup, Snippet } from './assistants.ts';

/** The address that `npm start` prints, and one that stands for a deployed server. */
const LOCAL_URL = 'http://127.0.0.1:3001/mcp';
const PUBLIC_URL = 'https://tools.example.com/mcp';
const TOKEN = 'YOUR_TOKEN';

/**
 * The page of an assistant, in Markdown.
 * @example
 * const [first] = ASSISTANTS;
 * assert.ok(first && assistantPage(first).startsWith(`# Connect ${first.name}\n`));
 */
export function assistantPage(assistant: Assistant): string {
  const { name, callsFrom, check, documentation, note } = assistant;
  const isLocal = callsFrom === 'your machine';
  const url = isLocal ? LOCAL_URL : PUBLIC_URL;
  const address = isLocal
    ? `Replace \`${url}\` by the address of your tool server; this one is that of \`npm start\`.`
    : `${name} calls the tool server from the cloud of its vendor: the server and the authorization server need public https ` +
      `addresses. Replace \`${url}\` by that of your tool server. To try it with \`npm start\`, use an assistant that runs on ` +
      `[your machine](connect-an-assistant.md).`;
  const withToken = assistant.withToken?.(url, TOKEN);
  return [
    `# Connect ${name}`,
    ...(note ? [note] : []),
    address,
    '## By login',
    'The assistant registers itself and opens the consent page. You log in and choose the websites that it may see.',
    setup(assistant.signIn(url)),
    ...(withToken
      ? [
          '## With a token',
          `Make a token for the tool server on the token page, and use it instead of \`${TOKEN}\`.`,
          setup(withToken),
        ]
      : []),
    '## Check',
    `${check} Then ask: "How did my campaigns do last month, compared with the month before?"`,
    `From [the documentation of ${name}](${documentation}), where the newest steps are.`,
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

/**
 * The page that lists them, in Markdown.
 * @example
 * assert.ok(assistantsPage(ASSISTANTS).includes('[Cursor](connect-cursor.md)'));
 */
export function assistantsPage(assistants: readonly Assistant[]): string {
  const linked = (from: Assistant['callsFrom']) =>
    assistants
      .filter(({ callsFrom }) => callsFrom === from)
      .map(({ id, name }) => `- [${name}](connect-${id}.md)`)
      .join('\n');
  return `# Connect an assistant

An AI assistant that speaks the Model Context Protocol (MCP) needs one thing: the address of the tool server, which ends in \`/mcp\`.
\`npm start\` prints it. The assistant registers itself and opens the consent page; you log in and choose the websites that it may
see. It can only read.

These call from your machine, so they work with \`npm start\`:

${linked('your machine')}

These call from the cloud of their vendor. They need public https addresses of the tool server and the authorization server:

${linked('the cloud of its vendor')}

Any other client: choose "Streamable HTTP" and enter the address. Without OAuth, send the header \`Authorization: Bearer\` with a
token for the tool server, from the token page.

Ask what you would ask a colleague: "Which campaign lost most conversions last week, and at which step?" The tools say what they
can answer; the numbers are those of the REST API.
`;
}

function setup({ steps, snippet }: Setup): string {
  const [first = '', ...others] = steps;
  const rest = others.map((step, index) => `${index + 2}. ${step}`);
  if (!snippet) return [`1. ${first}`, ...rest].join('\n');
  const where = snippet.file ? `${first} In \`${snippet.file}\`:` : first;
  return steps.length === 1
    ? `${where}\n\n${fenced(snippet)}`
    : [`1. ${where}`, '', indented(fenced(snippet)), '', ...rest].join('\n');
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
