import { configSchema as authorizationServer } from '@funnel/authorization-server/config';
import { COMMAND_CONFIGS } from '@funnel/cli/config';
import type { ServiceName } from '@funnel/admin';
import { configSchema as dashboard } from '@funnel/dashboard/config';
import { configSchema as eventIntake } from '@funnel/event-intake/config';
import { configSchema as insightsWorker } from '@funnel/insights-worker/config';
import { configSchema as mcpServer } from '@funnel/mcp-server/config';
import { configSchema as restApi } from '@funnel/rest-api/config';
import type { z } from 'zod';

export const SERVICE_SCHEMAS: Readonly<Record<ServiceName, z.ZodObject>> = {
  'rest-api': restApi,
  'mcp-server': mcpServer,
  'authorization-server': authorizationServer,
  'insights-worker': insightsWorker,
  'event-intake': eventIntake,
  dashboard,
};

export const COMMAND_SCHEMAS: Readonly<Record<string, z.ZodObject>> = COMMAND_CONFIGS;

export const COMMANDS_APP = 'cli';

/** The targets of the Dockerfile: one per service, and the operator's commands. */
export const IMAGES: readonly string[] = [...Object.keys(SERVICE_SCHEMAS), COMMANDS_APP];

/** The variables that all images set. */
export const IMAGE_ENV: Readonly<Record<string, string>> = { NODE_ENV: 'production', HOST: '0.0.0.0' };
