import { ASSISTANTS, assistantsPage } from '@funnel/connect';
import { deploymentFiles, referencePages } from '@funnel/deploy/pages';
import { openApiText as intakeOpenApiText } from '@funnel/event-intake/openapi';
import { exampleAnswersText } from '@funnel/fixtures';
import { toolsText } from '@funnel/mcp-server/tool-list';
import { openApiDocument, openApiText, reportTableText, SAMPLES } from '@funnel/rest-api/openapi';
import { clientTypes } from './client-types.ts';
import { collectionText } from './collection.ts';
import type { Generator } from './generate-files.ts';
import { migrations } from './migrations.ts';
import { projectLists } from './project-lists.ts';

/** Everything that is generated and committed. Later generators may read what earlier ones wrote. */
export const GENERATORS: readonly Generator[] = [
  migrations,
  async ({ withDatabase }) => ({
    'packages/operations/examples.json': await withDatabase(exampleAnswersText),
  }),
  async () => ({
    'contracts/openapi.json': openApiText(),
    'contracts/event-intake.openapi.json': intakeOpenApiText(),
    'contracts/tools.json': toolsText(),
    'contracts/collection.json': collectionText(openApiDocument(), SAMPLES),
    'packages/client/src/schema.ts': await clientTypes(openApiText()),
    'packages/report-view/src/generated/reports.ts': reportTableText(),
  }),
  async ({ root }) => ({
    'docs/how-to/connect-an-assistant.md': assistantsPage(ASSISTANTS),
    ...(await referencePages(root)),
  }),
  ({ root }) => deploymentFiles(root),
  async ({ root }) => projectLists(root),
];
