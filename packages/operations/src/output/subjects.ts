import { CAMPAIGN_STATUSES } from '@funnel/domain';
import { z } from 'zod';
import { metricsSchema } from './metrics.ts';

export const campaignSchema = z.object({
  id: z.int(),
  name: z.string(),
  cta_type: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  metrics: metricsSchema,
});

export const variantSchema = z.object({
  id: z.int(),
  name: z.string().nullable(),
  variation: z.string(),
  traffic_percentage: z.int().describe('The share of visitors who are meant to see the variant.'),
  metrics: metricsSchema,
});

export const stepSchema = z.object({ id: z.int(), position: z.int(), metrics: metricsSchema });

export const elementSchema = z.object({
  id: z.int(),
  element_type: z.string().describe('What kind of element it is, such as a form or a button.'),
  position: z.int(),
  metrics: metricsSchema,
});
