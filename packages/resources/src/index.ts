import { deleteContactResource } from './contacts/delete-contact.resource.ts';
import { listContactsResource } from './contacts/list-contacts.resource.ts';
import { upsertContactResource } from './contacts/upsert-contact.resource.ts';
import { getWebsiteResource } from './get-website.resource.ts';
import { listAreasResource } from './list-areas.resource.ts';
import { listCtaResource } from './list-cta.resource.ts';
import type { Resource } from './resource.ts';

/** In the order of spec 4.4. */
export const RESOURCES = [
  listAreasResource,
  listContactsResource,
  upsertContactResource,
  deleteContactResource,
  listCtaResource,
  getWebsiteResource,
] as unknown as readonly Resource[];

export type { Resource, ResourceAnswer } from './resource.ts';
export { type ResourceRequest, runResource } from './run-resource.ts';
