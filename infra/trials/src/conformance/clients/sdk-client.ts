import type { OAuthApplication } from '@funnel/testing';
import type { Revision } from '../revisions.ts';
import type { Fetch } from './watched-fetch.ts';

/** A connection of an SDK client, in either version of the SDK. */
export interface SdkClient {
  connect(): Promise<void>;
  /** Takes the address of the redirect back. */
  finishAuthorization(back: URL): Promise<void>;
  protocolVersion(): string | undefined;
  toolNames(): Promise<string[]>;
  /** The structured content of the answer. */
  callTool(name: string): Promise<unknown>;
  close(): Promise<void>;
}

/** An SDK version and how it negotiates the revision. */
export interface SdkKind {
  title: string;
  /** The revision it must negotiate. */
  revision: Revision;
  open(address: URL, application: OAuthApplication, fetch: Fetch): SdkClient;
  isUnauthorized: (error: unknown) => boolean;
}
