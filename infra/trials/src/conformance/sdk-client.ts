import type { OAuthApplication } from '@funnel/testing';
import * as v2 from '@modelcontextprotocol/client';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Revision } from './conformance-run.ts';

/** The signature of fetch that both SDKs use. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A connection of an SDK client, in either version of the SDK. */
interface SdkClient {
  connect(): Promise<void>;
  /** Takes the address of the redirect back. */
  finishAuthorization(back: URL): Promise<void>;
  protocolVersion(): string | undefined;
  client: {
    listTools(): Promise<{ tools: { name: string }[] }>;
    callTool(call: { name: string }): Promise<object>;
    close(): Promise<void>;
  };
}

/** An SDK version and how it negotiates the revision. */
export interface SdkKind {
  title: string;
  /** The revision it must negotiate. */
  revision: Revision;
  open(address: URL, application: OAuthApplication, fetch: Fetch): SdkClient;
  isUnauthorized: (error: unknown) => boolean;
}

/** `@modelcontextprotocol/sdk`, which supports revisions up to 2025-11-25. */
const sdkV1: SdkKind = {
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
      client,
    };
  },
};

/** `@modelcontextprotocol/client`, which supports every revision; `mode` says how it chooses one. */
function sdkV2(mode: v2.VersionNegotiationMode, revision: Revision): SdkKind {
  return {
    title: `SDK 2.x client, ${typeof mode === 'string' ? mode : `pinned to ${mode.pin}`}`,
    revision,
    isUnauthorized: (error) => error instanceof v2.UnauthorizedError,
    open(address, authProvider, fetch) {
      const transport = new v2.StreamableHTTPClientTransport(address, { authProvider, fetch });
      const client = new v2.Client({ name: 'conformance', version: '1' }, { versionNegotiation: { mode } });
      return {
        connect: () => client.connect(transport),
        finishAuthorization: (back) => transport.finishAuth(back.searchParams),
        protocolVersion: () => client.getNegotiatedProtocolVersion(),
        client,
      };
    },
  };
}

/** Every client that is tried. */
export const SDK_KINDS: readonly SdkKind[] = [
  sdkV1,
  sdkV2('legacy', '2025-11-25'),
  sdkV2('auto', '2026-07-28'),
  sdkV2({ pin: '2026-07-28' }, '2026-07-28'),
];
