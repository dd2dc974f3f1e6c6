import type { Principal } from '@funnel/auth';
import type { Database, WebsiteFacts } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';
import type { LinkPasswords } from '@funnel/sharing';
import type { ChannelSettings } from '@funnel/notifications';
import type { RawInput } from './parameters/parameter.ts';

/** Who asks for what, and what may be used to answer. */
export interface OperationRequest {
  database: Database;
  /** A copy of the database that is fresh enough for reports, if there is one at the moment. */
  replica?: Database | undefined;
  principal: Principal;
  /** The network that the request came from, for the audit log. */
  address?: string | undefined;
  raw: RawInput;
  now: Date;
  /** When it aborts, nobody waits for the answer any more: its statements are cancelled. */
  signal?: AbortSignal | undefined;
  /** For an operation that takes a body. */
  body?: ReceivedBody | undefined;
  encryptionKey?: Uint8Array | undefined;
  /** Undefined if this installation sends no notifications. */
  notifications?: ChannelSettings | undefined;
  linkPasswords?: LinkPasswords | undefined;
  /** Counts the request for its websites. */
  websiteLimiter?: WebsiteLimiter | undefined;
  /** The answer that the caller has already. If it is still right, it is not computed. */
  known?: KnownAnswer | undefined;
  /** `always`: as tools do. By default only if the parameter `notes` asks for them. */
  notes?: 'always' | undefined;
  /** `always`: for a client that shows pictures. By default only if the parameter `extras` asks for them. */
  extras?: 'always' | undefined;
  /** The names of the query, where `raw` has those of the path as well. */
  query?: RawInput | undefined;
  /** Parameters that the surface reads itself, so that they are not unknown. */
  ownParameters?: readonly string[] | undefined;
  /** Whether an unknown parameter is an error. By default it is ignored. */
  isStrict?: boolean | undefined;
}

/** A parsed body, or the error of reading it, which is reported after the errors of the website and the parameters. */
export type ReceivedBody = { value: unknown } | { mistake: unknown };

/** Limits how many requests there are about a website. Throws above the limit. */
interface WebsiteLimiter {
  takeWebsites(websiteIds: readonly WebsiteId[], weight?: number): Promise<void>;
}

/** See `answerTag`. */
interface KnownAnswer {
  representation: string;
  tags: readonly string[];
}

/** A valid question, with the state of what it is about. */
export interface AnsweredQuestion {
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
  /** The parsed parameters. */
  input: Readonly<Record<string, unknown>>;
  /** The same only if the answer is the same. */
  identity: string;
}
