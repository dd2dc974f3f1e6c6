import { assistantPage, ASSISTANTS, assistantsPage } from '@funnel/connect';
import { configurationPage, secretsPage } from '@funnel/deploy/pages';
import { openApiText as intakeOpenApiText } from '@funnel/event-intake/openapi';
import { exampleAnswersText } from '@funnel/fixtures';
import { toolsText } from '@funnel/mcp-server/tool-list';
import { grafanaFiles } from '@funnel/monitoring/dashboards';
import { openApiDocument, openApiText, SAMPLES } from '@funnel/rest-api/openapi';
import type { Generator } from './generator.ts';
import { clientTypes } from './client-types.ts';
import { collectionText } from './collection.ts';
import { migrations } from './migrations.ts';

/** Everything that is generated and committed. Later generators may read what earlier ones wrote. */
export const GENERATORS: readonly Generator[] = [
  { command: 'npm run -s generate -- --name WHAT_CHANGED', generate: migrations },
  {
    generate: async ({ withDatabase }) => ({
      'packages/operations/examples.json': await withDatabase(exampleAnswersText),
    }),
  },
  { generate: async () => ({ 'contracts/openapi.json': openApiText() }) },
  { generate: async () => ({ 'contracts/event-intake.openapi.json': intakeOpenApiText() }) },
  { generate: async () => ({ 'contracts/tools.json': toolsText() }) },
  {
    generate: async () =>
      Object.fromEntries(
        Object.entries(grafanaFiles()).map(([name, text]) => [`infra/monitoring/grafana/${name}`, text]),
      ),
  },
  { generate: async () => ({ 'contracts/collection.json': collectionText(openApiDocument(), SAMPLES) }) },
  { generate: async () => ({ 'packages/client/src/schema.ts': await clientTypes(openApiText()) }) },
  {
    generate: async () => ({
      'docs/how-to/connect-an-assistant.md': assistantsPage(ASSISTANTS),
      ...Object.fromEntries(
        ASSISTANTS.map((assistant) => [`docs/how-to/connect-${assistant.id}.md`, assistantPage(assistant)]),
      ),
    }),
  },
  {
    generate: async () => ({
      'docs/reference/configuration.md': configurationPage(),
      'docs/reference/secrets.md': secretsPage(),
    }),
  },
];
