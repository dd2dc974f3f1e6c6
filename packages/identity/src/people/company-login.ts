import type { companyLogins } from '@funnel/db/schema';

type StoredLogin = typeof companyLogins.$inferSelect;

/** The login of a company for the people of an account. Its secret is sealed. */
export interface CompanyLogin extends Omit<StoredLogin, 'domainVerifiedAt' | 'createdAt' | 'updatedAt'> {
  /** Whether the operator has confirmed that the domain belongs to the company. */
  isVerified: boolean;
}
