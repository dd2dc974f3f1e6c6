import { listAreas } from '@funnel/db';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { recordTime } from '../output/envelope.ts';
import { websiteId } from '../parameters/shared.ts';

export const listAreasOperation = defineOperation({
  name: 'list_areas',
  title: 'Areas, newest first',
  method: 'GET',
  path: '/areas',
  scope: 'areas:read',
  tag: 'Areas',
  summary: 'Areas, newest first',
  description: 'The areas of a website, newest first.',
  websiteRule: 'one',
  transaction: 'read',
  caching: 'no-store',
  parameters: { website_id: websiteId },
  output: z.array(
    z
      .object({
        id: z.int(),
        name: z.string(),
        website_id: z.int(),
        created_at: recordTime,
        updated_at: recordTime,
      })
      .meta({ id: 'Area' }),
  ),
  errors: [],
  example: { parameters: {} },
  run: async ({ connection, website }) => ({ body: await listAreas(connection, website.id) }),
});
