import type { OAuthApplication } from '@funnel/testing';
import type { Revision } from '../revisions.ts';
import type { Fetch } from './watched-fetch.ts';

/** A client of the SDK on one connection, of whichever generation. */
export interface SdkClient {
  connect(): Promise<void>;
  /** Takes what the person was sent back with. */
  finishAuthorization(back: URL): Promise<void>;
  protocolVersion(): string | undefined;
  toolNames(): Promise<string[]>;
  /** The structured content of the answer. */
  callTool(name: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A generation of the SDK, in one way of agreeing on the revision. */
export interface SdkKind {
  title: string;
  /** What it must end up speaking. */
  revision: Revision;
  open(address: URL, application: OAuthApplication, fetch: Fetch): SdkClient;
  isUnauthorized: (error: unknown) => boolean;
}
