import { listAreas } from '@funnel/db';
import { websiteId } from '../parameters/shared.ts';
import { z } from 'zod';
import { defineResource } from '../resource.ts';

const timestamp = z.string().describe('ISO 8601, UTC, with milliseconds');

/** Spec 2.9. */
export const listAreasResource = defineResource({
  operationId: 'list_areas',
  method: 'GET',
  path: '/areas',
  scope: 'areas:read',
  summary: 'Areas, newest first',
  description: 'The areas of a website, newest first.',
  parameters: { website_id: websiteId },
  output: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      website_id: z.int(),
      created_at: timestamp,
      updated_at: timestamp,
    }),
  ),
  run: async ({ database, websiteId: website }) => ({
    status: 200 as const,
    body: await listAreas(database, website),
  }),
});
