import { deleteContactResource } from './resources/contacts/delete-contact.resource.ts';
import { listContactsResource } from './resources/contacts/list-contacts.resource.ts';
import { upsertContactResource } from './resources/contacts/upsert-contact.resource.ts';
import { getWebsiteResource } from './resources/get-website.resource.ts';
import { listAreasResource } from './resources/list-areas.resource.ts';
import { listCtaResource } from './resources/list-cta.resource.ts';
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
