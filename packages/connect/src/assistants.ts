/** Something to paste: a command, or a part of a file. */
export interface Snippet {
  language: 'sh' | 'json' | 'yaml';
  /** The file that it belongs in; a command has none. */
  file?: string;
  text: string;
}

export interface Setup {
  /** What to do, in order. The snippet belongs to the first step. */
  steps: readonly string[];
  snippet?: Snippet;
}

export interface Assistant {
  id: string;
  name: string;
  /**
   * From where it calls the tool server. One that calls from the cloud of its vendor needs a public https address; one
   * on the own machine reaches a server there, too.
   */
  callsFrom: 'your machine' | 'the cloud of its vendor';
  /** The assistant opens the consent page, on which a person chooses the websites. */
  signIn: (url: string) => Setup;
  /** With a token from the token page; absent if the assistant has no place for one. */
  withToken?: (url: string, token: string) => Setup;
  /** What to know before. */
  note?: string;
  /** How to see that it works. */
  check: string;
  /** The page of its vendor that says how. */
  documentation: string;
}

/** The name under which assistants list the tool server. */
const NAME = 'funnel';

const command = (text: string): Snippet => ({ language: 'sh', text });
const jsonFile = (file: string, value: unknown): Snippet => ({
  language: 'json',
  file,
  text: JSON.stringify(value, null, 2),
});
const bearer = (token: string) => `Bearer ${token}`;

/** Every assistant of docs/how-to/connect-an-assistant.md. */
export const ASSISTANTS: readonly Assistant[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    callsFrom: 'your machine',
    signIn: (url) => ({
      snippet: command(`claude mcp add --transport http ${NAME} ${url}`),
      steps: [
        'Add the server.',
        `Start \`claude\`, type \`/mcp\`, choose \`${NAME}\`, and then Authenticate.`,
      ],
    }),
    withToken: (url, token) => ({
      snippet: command(
        `claude mcp add --transport http ${NAME} ${url} --header "Authorization: ${bearer(token)}"`,
      ),
      steps: ['Add the server with the token.'],
    }),
    check: '`claude mcp list` says that it is connected.',
    documentation: 'https://code.claude.com/docs/en/mcp',
  },
  {
    id: 'claude',
    name: 'Claude (web, desktop and phone)',
    callsFrom: 'the cloud of its vendor',
    signIn: (url) => ({
      steps: [
        'Open Customize > Connectors and choose Add custom connector. In a team, an owner does this first.',
        `Enter a name and the address \`${url}\`, and choose Add.`,
        'Choose Connect at the new connector, and log in.',
      ],
    }),
    check: 'The connector is listed as connected, and its tools are in the menu of a new chat.',
    documentation:
      'https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp',
  },
  // Claude Desktop calls remote servers from the cloud; a local program in between reaches a server on this machine.
  {
    id: 'claude-desktop',
    name: 'Claude Desktop, with a server on your machine',
    callsFrom: 'your machine',
    signIn: (url) => ({
      snippet: jsonFile('claude_desktop_config.json', {
        mcpServers: { [NAME]: { command: 'npx', args: ['-y', 'mcp-remote', url] } },
      }),
      steps: [
        'Open Settings > Developer > Edit Config, and add the server. It needs Node on your machine.',
        'Restart Claude Desktop. A browser opens: log in.',
      ],
    }),
    withToken: (url, token) => ({
      snippet: jsonFile('claude_desktop_config.json', {
        mcpServers: {
          [NAME]: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${FUNNEL_AUTHORIZATION}'],
            // A value with a space in `args` breaks on Windows.
            env: { FUNNEL_AUTHORIZATION: bearer(token) },
          },
        },
      }),
      steps: [
        'Open Settings > Developer > Edit Config, and add the server. It needs Node on your machine.',
        'Restart Claude Desktop.',
      ],
    }),
    check: 'Settings > Developer lists the server as running.',
    documentation: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    callsFrom: 'the cloud of its vendor',
    signIn: (url) => ({
      steps: [
        'Open Settings > Apps > Advanced settings on the web, and turn Developer mode on. Every paid plan has it.',
        'Go back to Apps and choose Create app.',
        `Enter a name, the MCP server URL \`${url}\` and OAuth as the authentication, and choose Create.`,
        'Log in. In a new chat, add the app from the menu of the message field.',
      ],
    }),
    check: 'The app shows the tools, such as get_website_report.',
    documentation: 'https://developers.openai.com/api/docs/guides/developer-mode',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    callsFrom: 'your machine',
    signIn: (url) => ({
      snippet: jsonFile('~/.cursor/mcp.json', { mcpServers: { [NAME]: { url } } }),
      steps: ['Add the server.', 'Open Customize > MCPs, and choose Connect at the server: a browser opens.'],
    }),
    withToken: (url, token) => ({
      snippet: jsonFile('~/.cursor/mcp.json', {
        mcpServers: { [NAME]: { url, headers: { Authorization: bearer(token) } } },
      }),
      steps: ['Add the server with the token.'],
    }),
    check: 'Customize > MCPs shows the server with its tools.',
    documentation: 'https://cursor.com/docs/mcp',
  },
  {
    id: 'vs-code',
    name: 'VS Code with GitHub Copilot',
    callsFrom: 'your machine',
    signIn: (url) => ({
      snippet: jsonFile('.vscode/mcp.json', { servers: { [NAME]: { type: 'http', url } } }),
      steps: ['Add the server.', 'Choose Start above it in the editor: a browser opens.'],
    }),
    withToken: (url, token) => ({
      snippet: jsonFile('.vscode/mcp.json', {
        servers: { [NAME]: { type: 'http', url, headers: { Authorization: bearer(token) } } },
      }),
      steps: [
        'Add the server with the token. Do not commit the file.',
        'Choose Start above it in the editor.',
      ],
    }),
    check: 'The editor shows "10 tools" above the server; agent mode can use them.',
    documentation: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
  },
  {
    id: 'codex',
    name: 'Codex',
    callsFrom: 'your machine',
    signIn: (url) => ({
      snippet: command(`codex mcp add ${NAME} --url ${url}`),
      steps: [
        'Add the server. A browser opens: log in.',
        `To log in again later, run \`codex mcp login ${NAME}\`.`,
      ],
    }),
    withToken: (url, token) => ({
      snippet: command(
        `export FUNNEL_TOKEN=${token}\ncodex mcp add ${NAME} --url ${url} --bearer-token-env-var FUNNEL_TOKEN`,
      ),
      steps: [
        'Add the server. Codex reads the token from the variable at each start, so keep it in your profile.',
      ],
    }),
    check: '`codex mcp list` lists it, and `/mcp` in Codex shows its tools.',
    documentation: 'https://developers.openai.com/codex/mcp',
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    callsFrom: 'your machine',
    signIn: (url) => ({
      snippet: command(`gemini mcp add --scope user --transport http ${NAME} ${url}`),
      steps: ['Add the server.', `Start \`gemini\` and type \`/mcp auth ${NAME}\`: a browser opens.`],
    }),
    withToken: (url, token) => ({
      snippet: command(
        `gemini mcp add --scope user --transport http --header "Authorization: ${bearer(token)}" ${NAME} ${url}`,
      ),
      steps: ['Add the server with the token.'],
    }),
    check:
      '`gemini mcp list` says that it is connected, in a folder that you trust. In any other, it is disabled.',
    note: 'Since June 2026 Gemini CLI serves API keys and companies; for other accounts Google offers Antigravity CLI.',
    documentation: 'https://geminicli.com/docs/tools/mcp-server',
  },
  {
    id: 'goose',
    name: 'Goose',
    callsFrom: 'your machine',
    signIn: (url) => ({
      snippet: command(`goose session --with-streamable-http-extension "${url}"`),
      steps: [
        'Start a session with the server: a browser opens.',
        'To keep it, run `goose configure` and choose Add Extension > Remote Extension (Streamable HTTP).',
      ],
    }),
    withToken: (url, token) => ({
      snippet: {
        language: 'yaml',
        file: '~/.config/goose/config.yaml',
        text: `extensions:
  ${NAME}:
    enabled: true
    type: streamable_http
    name: ${NAME}
    uri: ${url}
    headers:
      Authorization: ${bearer(token)}`,
      },
      steps: ['Add the server with the token.'],
    }),
    check: 'In a session, the extension lists its tools.',
    documentation: 'https://block.github.io/goose/docs/getting-started/using-extensions',
  },
];
