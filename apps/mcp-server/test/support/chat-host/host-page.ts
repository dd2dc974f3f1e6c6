import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge';

/** Runs in the browser: a small chat application, made with the bridge of the MCP Apps project. */

interface Connection {
  resource: string;
  token: string;
  mode: VersionNegotiationMode;
}

interface Opened {
  tool: string;
  args: Record<string, unknown>;
  context: McpUiHostContext;
  /** Whether the view may call tools. */
  canAsk: boolean;
  /** Shows the answer as that of a report with this name. */
  asReport?: string;
  /** Shows the answer with these instead of the extras of the server. */
  extras?: unknown;
}

/** What the test sees of the chat. */
export interface Chat {
  connect(connection: Connection): Promise<string | undefined>;
  open(opened: Opened): Promise<void>;
  change(context: McpUiHostContext): void;
  /** What the view told the assistant. */
  told: string[];
}

const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
let client: Client;
let bridge: AppBridge | undefined;
let frame: HTMLIFrameElement | undefined;

const chat: Chat = {
  told: [],
  async connect({ resource, token, mode }) {
    client = new Client(
      { name: 'chat', version: '1' },
      { versionNegotiation: { mode }, capabilities: { extensions: UI } },
    );
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(resource), { requestInit }));
    return client.getNegotiatedProtocolVersion();
  },
  async open({ tool, args, context, canAsk, asReport, extras }) {
    await bridge?.close();
    frame?.remove();
    const { tools } = await client.listTools();
    const { _meta } = tools.find(({ name }) => name === tool) ?? {};
    const { resourceUri } = (_meta as { ui: { resourceUri: string } }).ui;
    const [content] = (await client.readResource({ uri: resourceUri })).contents;
    frame = document.createElement('iframe');
    frame.title = 'view';
    frame.setAttribute('sandbox', 'allow-scripts');
    document.body.append(frame);
    const own = frame;
    const inside = frame.contentWindow as Window;
    bridge = new AppBridge(
      client,
      { name: 'chat', version: '1' },
      { ...(canAsk && { serverTools: {} }), updateModelContext: { text: {} } },
      { hostContext: context },
    );
    bridge.onsizechange = ({ height }) => {
      if (height !== undefined) own.style.height = `${height}px`;
    };
    bridge.onupdatemodelcontext = async ({ content: blocks }) => {
      for (const block of blocks ?? []) if (block.type === 'text') chat.told.push(block.text);
      return {};
    };
    const initialized = new Promise<void>((resolve) => {
      if (bridge) bridge.oninitialized = () => resolve();
    });
    await bridge.connect(new PostMessageTransport(inside, inside));
    frame.srcdoc = (content as { text: string }).text;
    await initialized;
    await bridge.sendToolInput({ arguments: args });
    const result = await client.callTool({ name: tool, arguments: args });
    if (asReport) result.structuredContent = { ...(result.structuredContent as object), report: asReport };
    if (extras) result._meta = { ...result._meta, 'funnel/extras': extras };
    await bridge.sendToolResult(result);
  },
  change: (context) => bridge?.setHostContext(context),
};

Object.assign(globalThis, { chat });
