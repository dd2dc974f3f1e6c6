import type { WebsiteId } from '@funnel/domain';
import type { MemberRole } from './member-role.ts';

/** The login of a company for the people of an account. */
export interface CompanyLogin {
  accountId: number;
  issuer: string;
  clientId: string;
  /** Sealed. */
  clientSecret: Buffer;
  domain: string;
  /** Whether the operator has confirmed that the domain belongs to the company. */
  isVerified: boolean;
  /** What somebody gets who signs in for the first time. */
  role: MemberRole;
  websiteIds: WebsiteId[] | null;
  /** Whether the provider sends people back to the address of this account. */
  hasOwnCallback: boolean;
}
