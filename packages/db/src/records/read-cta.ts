import { statement } from '../connection/statement.ts';
import type { Snapshot } from '../report-reads/report-reads.ts';

/** Times are milliseconds since 1970. */
interface Timed {
  id: number;
  website_id: number;
  created_at: number;
  updated_at: number;
}

export interface CtaVariantRow extends Timed {
  name: string | null;
  variation: string;
  percentage: number;
}

export interface CtaRow extends Timed {
  name: string;
  page_path: string;
  cta_type: string;
  test_type: string;
  variants: CtaVariantRow[];
}

const readStatement = statement('read-cta');

/** Campaigns that are not archived, newest first, each with its variants. */
export function readCta(snapshot: Snapshot, websiteId: number): Promise<CtaRow[]> {
  return readStatement<CtaRow>(snapshot, [websiteId]);
}
