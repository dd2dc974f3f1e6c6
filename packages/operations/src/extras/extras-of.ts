import type { Answered } from '../notes/note.ts';
import type { Operation } from '../operation.ts';
import type { ToolName } from '../operations.ts';
import { attention } from './attention.ts';
import { comparison } from './comparison.ts';
import type { Extras } from './extras.ts';
import { marks } from './marks.ts';
import { runningDay } from './running-day.ts';
import { verdicts } from './verdicts.ts';

type Part = (answered: Answered) => Extras;

const names: Part = ({ names: known }) => (known ? { names: known } : {});
const trends: Part = ({ background }) => (background.trends ? { trends: background.trends } : {});
const currencies: Part = ({ websites }) => ({
  currencies: Object.fromEntries(websites.map(({ id, currency }) => [id, currency])),
});

const above: Part = ({ background }) => (background.above ? { above: background.above } : {});
const activity: Part = ({ background }) => (background.activity ? { activity: background.activity } : {});

/** The parts of the extras of each report. A report that is not here has none. */
const PARTS: Partial<Record<ToolName, readonly Part[]>> = {
  list_websites: [currencies, trends, activity, runningDay],
  get_website_report: [comparison, marks, attention, activity, runningDay],
  list_campaigns: [comparison, trends, attention, runningDay],
  get_campaign_report: [comparison, names, marks, verdicts, runningDay],
  list_experiments: [comparison, verdicts],
  get_variant_report: [comparison, names, marks, above, runningDay],
  get_step_report: [comparison, names, marks, above, runningDay],
  get_element_report: [comparison, names, marks, above, runningDay],
  get_account_performance: [comparison, currencies, trends, attention, activity, runningDay],
};

/**
 * Whether an operation has extras: what a picture needs beyond its body.
 * @example
 * assert.equal(hasExtras(operationOf('get_website_report')), true);
 * assert.equal(hasExtras(operationOf('get_website_insights')), false);
 */
export function hasExtras({ name }: Pick<Operation, 'name'>): boolean {
  return Object.hasOwn(PARTS, name);
}

/**
 * Whether an operation compares the days that were asked for with others.
 * @example
 * assert.equal(hasComparison(operationOf('get_website_report')), true);
 * assert.equal(hasComparison(operationOf('list_websites')), false);
 */
export function hasComparison({ name }: Pick<Operation, 'name'>): boolean {
  return PARTS[name as ToolName]?.includes(comparison) ?? false;
}

/** The extras of an answer, from the same facts as its notes. */
export function extrasOf({ name }: Pick<Operation, 'name'>, answered: Answered): Extras {
  const parts = PARTS[name as ToolName] ?? [];
  return Object.assign({}, ...parts.map((part) => part(answered))) as Extras;
}
