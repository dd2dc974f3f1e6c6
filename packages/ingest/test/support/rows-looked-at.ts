/** A part of a plan, as `explain (analyze, format json)` prints it. */
export interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
  [key: string]: unknown;
}

/** The rows that all parts of a plan return or throw away. */
export function rowsLookedAt(node: PlanNode | undefined): number {
  if (!node) return 0;
  const removed = Object.entries(node).filter(([key]) => key.startsWith('Rows Removed'));
  const own = node['Actual Rows'] + removed.reduce((sum, [, rows]) => sum + Number(rows), 0);
  return own * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, child) => sum + rowsLookedAt(child), 0);
}
