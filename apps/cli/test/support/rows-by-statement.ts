import { basename } from 'node:path';
import { declaredStatements } from '@funnel/db/sql';

/** Makes PostgreSQL log what it read for each statement, and for which connection. */
export const LOGGING_PLANS = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  log_line_prefix: '%a|',
};

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

const ENTRY = /^(.*)\|LOG: {2}duration: \S+ ms {2}plan:\n((?:\t.*\n?)+)/gm;

/** What all executions of a statement did together. */
export interface Reading {
  executions: number;
  /** That were read from tables, or compared in vain. */
  read: number;
  /** That were returned or changed. */
  found: number;
}

/** What each statement of the connections with a name has read, by the name of its SQL file or by its table. */
export function readingsOf(log: string, applicationName: string): Map<string, Reading> {
  const readings = new Map<string, Reading>();
  for (const [, application, indented = ''] of log.matchAll(ENTRY)) {
    if (application !== applicationName) continue;
    const entry = JSON.parse(indented.replaceAll(/^\t/gm, '')) as { 'Query Text': string; Plan: PlanNode };
    const name = nameOf(entry['Query Text']);
    const { executions, read, found } = readings.get(name) ?? { executions: 0, read: 0, found: 0 };
    readings.set(name, {
      executions: executions + 1,
      read: read + rowsReadBy(entry.Plan),
      found: found + rowsFoundBy(entry.Plan),
    });
  }
  return readings;
}

function rowsFoundBy(plan: PlanNode): number {
  const found = plan['Node Type'] === 'ModifyTable' ? plan.Plans?.[0] : plan;
  return Math.round((found?.['Actual Rows'] ?? 0) * (found?.['Actual Loops'] ?? 0));
}

function rowsReadBy(node: PlanNode): number {
  const isRead = node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable';
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const compared = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'];
  const own = compared + (isRead ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0);
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsReadBy(child), Math.round(own));
}

function nameOf(text: string): string {
  const declared = declaredStatements().find((statement) => statement.text === text);
  if (declared) return basename(declared.file, '.sql');
  const [verb = ''] = /\w+/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? [];
  return `${verb.toLowerCase()} ${table}`;
}
