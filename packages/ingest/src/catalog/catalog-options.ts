import type { Caller } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';

export type CatalogOptions = OperatorOptions | WebsiteOptions;

interface CommonOptions {
  /** The creation and update time of records that give none. */
  now: Date;
  /** Stops the import before its next statement; then nothing is written. */
  signal?: AbortSignal | undefined;
}

interface OperatorOptions extends CommonOptions {
  /** 32 bytes, to encrypt the websites' legacy keys. */
  encryptionKey: Uint8Array;
  websiteIds?: undefined;
  /** Accepts another currency for a website with events: its past amounts stay as they are. */
  relabelCurrency?: boolean | undefined;
}

/** The owner of websites may change these, but neither create a website nor set what belongs to the operator. */
export interface WebsiteOptions extends CommonOptions {
  encryptionKey?: undefined;
  websiteIds: readonly WebsiteId[];
  /** Who does it, for the audit log. */
  caller?: Caller | undefined;
  relabelCurrency?: undefined;
}
