import { getInsightsOfWeekOperation } from './beyond-v1/get-insights-of-week.operation.ts';
import { listInsightsWeeksOperation } from './beyond-v1/list-insights-weeks.operation.ts';
import { deleteContactOperation } from './contacts/delete-contact.operation.ts';
import { listContactsOperation } from './contacts/list-contacts.operation.ts';
import { upsertContactOperation } from './contacts/upsert-contact.operation.ts';
import { embeddingOperations } from './embedding/embedding-operations.ts';
import { channelActions } from './notifications/channel-actions.ts';
import { channelOperations } from './notifications/channel-operations.ts';
import { notificationChoices } from './notifications/choices-operation.ts';
import { episodeOperations } from './notifications/episode-operations.ts';
import { muteOperations } from './notifications/mute-operations.ts';
import type { Operation, ToolOperation } from './operation.ts';
import { getWebsiteOperation } from './records/get-website.operation.ts';
import { listAreasOperation } from './records/list-areas.operation.ts';
import { listCtasOperation } from './records/list-ctas.operation.ts';
import { accountPerformanceReport } from './reports/account-performance/account-performance.report.ts';
import { campaignReport } from './reports/campaign/campaign.report.ts';
import { campaignsReport } from './reports/campaigns/campaigns.report.ts';
import { elementReport } from './reports/element/element.report.ts';
import { experimentsReport } from './reports/experiments/experiments.report.ts';
import { stepReport } from './reports/step/step.report.ts';
import { variantReport } from './reports/variant/variant.report.ts';
import { websiteReport } from './reports/website/website.report.ts';
import { websiteInsightsReport } from './reports/website-insights/website-insights.report.ts';
import { websitesReport } from './reports/websites/websites.report.ts';
import { linkOperations } from './sharing/link-operations.ts';

/** Every endpoint, in the order of the API reference and of the list of tools. */
export const OPERATIONS = [
  websitesReport,
  websiteReport,
  websiteInsightsReport,
  campaignsReport,
  campaignReport,
  experimentsReport,
  variantReport,
  stepReport,
  elementReport,
  accountPerformanceReport,
  listAreasOperation,
  listContactsOperation,
  upsertContactOperation,
  deleteContactOperation,
  listCtasOperation,
  getWebsiteOperation,
  getInsightsOfWeekOperation,
  listInsightsWeeksOperation,
  ...channelOperations,
  ...channelActions,
  ...muteOperations,
  ...episodeOperations,
  notificationChoices,
  ...embeddingOperations,
  ...linkOperations,
] as const;

/** The name of any operation. A table keyed by it does not compile without an entry for each. */
export type OperationName = (typeof OPERATIONS)[number]['name'];

export type ToolName = Extract<(typeof OPERATIONS)[number], ToolOperation>['name'];

export const TOOL_OPERATIONS: readonly ToolOperation<ToolName>[] = OPERATIONS.filter(
  (operation): operation is Extract<(typeof OPERATIONS)[number], ToolOperation> => isTool(operation),
);

/**
 * @example
 * assert.equal(operationOf('list_campaigns').path, '/reports/campaigns');
 */
export function operationOf<Name extends OperationName>(name: Name): Operation<Name> {
  const found = OPERATIONS.find((operation) => operation.name === name);
  if (!found) throw new Error(`There is no operation ${name}`);
  return found as Operation<Name>;
}

function isTool(operation: Operation): operation is ToolOperation {
  return operation.tool !== undefined;
}
