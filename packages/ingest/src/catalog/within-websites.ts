import { WEBSITE_FIELDS_OF_TENANTS, websites } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import type { CatalogDocument } from './catalog-document.ts';
import { CatalogProblems } from './catalog-error.ts';

/** The fields of a document have the names of the columns. */
const FIELDS = new Set<string>(['id', ...WEBSITE_FIELDS_OF_TENANTS.map((field) => websites[field].name)]);

/** Throws a CatalogError with every record of the document that does not belong to these websites. */
export function assertWithin(document: CatalogDocument, websiteIds: readonly WebsiteId[]): void {
  const allowed = new Set<number>(websiteIds);
  const problems = new CatalogProblems();
  const requireOwn = (at: string, id: number) => {
    if (!allowed.has(id)) problems.add(`${at}: this token may not write to website ${id}`);
  };
  for (const index of document.accounts.keys())
    problems.add(`accounts[${index}]: this token may not write accounts`);
  for (const [index, website] of document.websites.entries()) {
    requireOwn(`websites[${index}].id`, website.id);
    for (const [field, value] of Object.entries(website))
      if (value !== undefined && !FIELDS.has(field))
        problems.add(`websites[${index}].${field}: this token may not change it`);
  }
  for (const [index, area] of document.areas.entries())
    requireOwn(`areas[${index}].website_id`, area.website_id);
  for (const [index, campaign] of document.campaigns.entries())
    requireOwn(`campaigns[${index}].website_id`, campaign.website_id);
  problems.throwIfAny();
}
