import { CAMPAIGN_STATUSES } from '@funnel/domain';
import { z } from 'zod';
import { metricsSchema } from './metrics.ts';

/** Spec 2.4. */
export const campaignSchema = z.object({
  id: z.int(),
  name: z.string(),
  cta_type: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  metrics: metricsSchema,
});

/** Spec 2.5. */
export const variantSchema = z.object({
  id: z.int(),
  name: z.string().nullable(),
  variation: z.string(),
  traffic_percentage: z.int(),
  metrics: metricsSchema,
});

/** Spec 2.6. */
export const stepSchema = z.object({ id: z.int(), position: z.int(), metrics: metricsSchema });

export const elementSchema = z.object({
  id: z.int(),
  element_type: z.string(),
  position: z.int(),
  metrics: metricsSchema,
});
