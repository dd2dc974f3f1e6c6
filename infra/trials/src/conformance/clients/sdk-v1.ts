import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { SdkKind } from './sdk-client.ts';

/** `@modelcontextprotocol/sdk`, which supports revisions up to 2025-11-25. */
export const sdkV1: SdkKind = {
  title: 'SDK 1.x client',
  revision: '2025-11-25',
  isUnauthorized: (error) => error instanceof UnauthorizedError,
  open(address, authProvider, fetch) {
    const transport = new StreamableHTTPClientTransport(address, { authProvider, fetch });
    const client = new Client({ name: 'conformance', version: '1' });
    return {
      connect: () => client.connect(transport),
      finishAuthorization: (back) => transport.finishAuth(back.searchParams.get('code') ?? ''),
      protocolVersion: () => transport.protocolVersion,
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      callTool: async (name) => (await client.callTool({ name })).structuredContent,
      close: () => client.close(),
    };
  },
};
