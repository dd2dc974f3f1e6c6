import type { Scope, WebsiteId } from '@funnel/domain';
import type { Challenge } from './challenge.ts';

/** The person whom a credential covers with all that they may see. */
export interface CoveredPerson {
  readonly email: string | null;
  /** Whether the address is known to be theirs. */
  readonly isVerified: boolean;
}

/** Who sends a request, and what the credential allows. */
export interface Principal {
  readonly kind: 'oauth' | 'legacy_key';
  readonly subject: string | null;
  readonly clientId: string | null;
  /** The websites the credential is bound to, ascending, without duplicates. */
  readonly websiteIds: readonly WebsiteId[];
  /** Set if they are all that its person may see, as for the dashboard: it may act for the person beyond them. */
  readonly person?: CoveredPerson | undefined;
  /** The only campaigns of the website that the credential shows. Undefined: all of them, and the website itself. */
  readonly campaignIds?: readonly number[] | undefined;
  readonly scopes: ReadonlySet<Scope>;
  /** Null for a legacy key, which does not expire. */
  readonly expiresAt: Date | null;
  /** What log lines call the token: the first 8 characters of its SHA-256. Not a secret. */
  readonly credentialId?: string;
  /**
   * Whose share of the rate limit it uses: that of a person and a client, however many tokens they have; of the website for a
   * legacy key; else of the token, as its SHA-256.
   */
  readonly budgetKey: string;
  /** The parts of `WWW-Authenticate` for a later 403. */
  readonly challenge?: Challenge;
  /** The page where its holder can create another token; only the bundled authorization server has one. */
  readonly tokensUrl?: string | undefined;
}
