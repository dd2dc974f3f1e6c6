import type { Scope } from '@funnel/domain';
import type { Challenge } from './challenge.ts';

/** Who asks, and what the credential allows. */
export interface Principal {
  readonly kind: 'oauth' | 'legacy_key';
  readonly subject: string | null;
  readonly clientId: string | null;
  /** The binding: ascending, without repeats. Turned into websites by `resolveWebsite` alone. */
  readonly websiteIds: readonly number[];
  readonly scopes: ReadonlySet<Scope>;
  /** Null for a legacy key, which ends otherwise. */
  readonly expiresAt: Date | null;
  /** SHA-256 of the credential in hex: a name for it, for rate limits, that is not the credential. */
  readonly credentialKey: string;
  /** What a later refusal must name in `WWW-Authenticate`. */
  readonly challenge?: Challenge;
}
