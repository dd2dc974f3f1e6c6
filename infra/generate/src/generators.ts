import { openApiText as intakeOpenApiText } from '@funnel/event-intake/openapi';
import { exampleAnswersText } from '@funnel/fixtures';
import { toolsText } from '@funnel/mcp-server/tool-list';
import { openApiText } from '@funnel/rest-api/openapi';
import type { Generator } from './generator.ts';
import { migrations } from './migrations.ts';

/** Everything that is generated and committed. Later generators may read what earlier ones wrote. */
export const GENERATORS: readonly Generator[] = [
  { command: 'pnpm generate --name WHAT_CHANGED', generate: migrations },
  {
    generate: async ({ withDatabase }) => ({
      'packages/operations/examples.json': await withDatabase(exampleAnswersText),
    }),
  },
  { generate: async () => ({ 'contracts/openapi.json': openApiText() }) },
  { generate: async () => ({ 'contracts/event-intake.openapi.json': intakeOpenApiText() }) },
  { generate: async () => ({ 'contracts/tools.json': toolsText() }) },
];
