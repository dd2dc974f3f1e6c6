import type { Principal } from '@funnel/auth';
import type { Database, WebsiteFacts } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';
import type { ChannelSettings } from '@funnel/notifications';
import type { RawInput } from './parameters/parameter.ts';

/** Who asks for what. */
export interface OperationRequest {
  database: Database;
  /** A copy of the database that is fresh enough for reports, if there is one at the moment. */
  replica?: (() => Database | undefined) | undefined;
  principal: Principal;
  /** The network that the request came from, for the audit log. */
  address?: string | undefined;
  raw: RawInput;
  now: Date;
  /** When it aborts, nobody waits for the answer any more: its statements are cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** Reads and parses the request body; called only once everything before it is valid. */
  readBody?: () => Promise<unknown>;
  encryptionKey?: Uint8Array | undefined;
  /** Undefined where nobody is told anything. */
  notifications?: ChannelSettings | undefined;
  /** Counts the request for its websites; throws above their limit. */
  admitWebsites?: ((websiteIds: readonly WebsiteId[]) => Promise<void>) | undefined;
  /** Whether the caller has this answer already. Then it is not computed. */
  isKnown?: ((question: AnsweredQuestion) => boolean) | undefined;
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

/** A valid question, with the state of what it is about. */
export interface AnsweredQuestion {
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
  /** The parsed parameters. */
  input: Readonly<Record<string, unknown>>;
  /** The same only if the answer is the same. */
  identity: string;
}
