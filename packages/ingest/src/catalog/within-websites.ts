import type { WebsiteId } from '@funnel/domain';
import type { CatalogDocument } from './catalog-document.ts';
import { CatalogError } from './parse-catalog.ts';

/** The fields of a website that only an operator may set. */
const OPERATOR_FIELDS = ['account_id', 'api_key'] as const;

/** Throws a CatalogError with every record of the document that does not belong to these websites. */
export function assertWithin(document: CatalogDocument, websiteIds: readonly WebsiteId[]): void {
  const allowed = new Set<number>(websiteIds);
  const foreign = (at: string, id: number) =>
    allowed.has(id) ? [] : [`${at}: this token may not write to website ${id}`];
  const problems = [
    ...document.accounts.map((_account, index) => `accounts[${index}]: this token may not write accounts`),
    ...document.websites.flatMap((website, index) => [
      ...foreign(`websites[${index}].id`, website.id),
      ...OPERATOR_FIELDS.filter((field) => website[field] !== undefined).map(
        (field) => `websites[${index}].${field}: this token may not change it`,
      ),
    ]),
    ...document.areas.flatMap((area, index) => foreign(`areas[${index}].website_id`, area.website_id)),
    ...document.campaigns.flatMap((campaign, index) =>
      foreign(`campaigns[${index}].website_id`, campaign.website_id),
    ),
  ];
  if (problems.length > 0) throw new CatalogError(problems);
}
