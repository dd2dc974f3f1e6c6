import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import type { Revision } from '../revisions.ts';
import type { SdkKind } from './sdk-client.ts';

/** `@modelcontextprotocol/client`, which supports every revision; `mode` says how it chooses one. */
export function sdkV2(mode: VersionNegotiationMode, revision: Revision): SdkKind {
  return {
    title: `SDK 2.x client, ${typeof mode === 'string' ? mode : `pinned to ${mode.pin}`}`,
    revision,
    isUnauthorized: (error) => error instanceof UnauthorizedError,
    open(address, authProvider, fetch) {
      const transport = new StreamableHTTPClientTransport(address, { authProvider, fetch });
      const client = new Client({ name: 'conformance', version: '1' }, { versionNegotiation: { mode } });
      return {
        connect: () => client.connect(transport),
        finishAuthorization: (back) => transport.finishAuth(back.searchParams),
        protocolVersion: () => client.getNegotiatedProtocolVersion(),
        toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
        callTool: async (name) => (await client.callTool({ name })).structuredContent,
        close: () => client.close(),
      };
    },
  };
}
