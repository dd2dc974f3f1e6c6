import type { Addresses } from '@funnel/local';
import type { Person } from '@funnel/testing';

/** The services that the suites run against. */
export interface Product {
  addresses: Pick<Addresses, 'AUTHORIZATION_SERVER_ISSUER' | 'MCP_SERVER_RESOURCE'>;
  /** Belongs to the account of the websites 1 and 2. */
  person: Person;
}

/** What a suite works with. */
export interface ConformanceRun {
  /** The folder of the clone. */
  root: string;
  localDir: string;
  /** For temporary files; deleted afterwards. */
  folder: string;
  product: Product;
}
